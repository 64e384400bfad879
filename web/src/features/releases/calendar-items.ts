import type { MediaType } from '@foyer/contract/instance-types'
import type { Release } from '@foyer/contract/releases'
import { type Day, dayOf } from './calendar-days.ts'

type ReleaseStatus = Release['status']

/** One line of the calendar: a title on a day, however many libraries and episodes that is. */
export interface CalendarItem {
  key: string
  day: Day
  media_type: MediaType
  kind: Release['kind']
  title: string
  /** The first of them, where the hour is known. */
  at: string | undefined
  season_number: number | undefined
  /** In order; one for most. */
  episodes: readonly number[]
  episode_title: string | undefined
  /** Who made it: an artist or an author. */
  maker: string | undefined
  poster: string | null
  status: ReleaseStatus
  tmdb_id: number | undefined
  libraries: readonly string[]
}

/** From most to least: the best copy speaks for a title that several libraries have. */
const BEST = ['available', 'partial', 'requested', 'unavailable'] as const satisfies readonly ReleaseStatus[]

function best(statuses: readonly ReleaseStatus[]): ReleaseStatus {
  return BEST.find(one => statuses.includes(one)) ?? 'unavailable'
}

/** Of several episodes, some of which are there, the whole is partly there. */
function together(statuses: readonly ReleaseStatus[]): ReleaseStatus {
  if (statuses.every(one => one === 'available')) return 'available'
  return statuses.some(one => one === 'available' || one === 'partial') ? 'partial' : best(statuses)
}

const dayOfRelease = ({ at, date }: Release): Day => (at === undefined ? date : dayOf(new Date(at)))

function keyOf(release: Release): string {
  const { media_type, kind, tmdb_id, tvdb_id, foreign_id, title, season_number = '' } = release
  return [
    dayOfRelease(release),
    media_type,
    kind,
    tmdb_id ?? tvdb_id ?? foreign_id ?? title,
    season_number,
  ].join(' ')
}

function itemOf(key: string, releases: readonly Release[], first: Release): CalendarItem {
  const byEpisode = Map.groupBy(releases, one => one.episode_number ?? 0)
  const episodes = [...byEpisode.keys()].filter(number => number > 0).sort((a, b) => a - b)
  const moments = releases.flatMap(one => one.at ?? []).sort()
  return {
    key,
    day: dayOfRelease(first),
    media_type: first.media_type,
    kind: first.kind,
    title: first.title,
    at: moments[0],
    season_number: first.season_number,
    episodes,
    episode_title: episodes.length === 1 ? first.episode_title : undefined,
    maker: first.artist ?? first.author,
    poster: releases.find(one => one.poster !== null)?.poster ?? null,
    status: together([...byEpisode.values()].map(copies => best(copies.map(copy => copy.status)))),
    tmdb_id: first.tmdb_id,
    libraries: [...new Set(releases.map(one => one.instance_name))],
  }
}

/** In the order of the days, and within one by the hour where it is known, then by title. */
function inOrder(a: CalendarItem, b: CalendarItem): number {
  const left = `${a.day} ${a.at ?? ''}`
  const right = `${b.day} ${b.at ?? ''}`
  return left < right ? -1 : left > right ? 1 : a.title.localeCompare(b.title)
}

/** The same title of several libraries is one line, and so are the episodes of a season on one day. */
export function itemsOf(releases: readonly Release[]): CalendarItem[] {
  return [...Map.groupBy(releases, keyOf)]
    .flatMap(([key, group]) => (group[0] ? [itemOf(key, group, group[0])] : []))
    .sort(inOrder)
}

export function byDay(items: readonly CalendarItem[]): Map<Day, CalendarItem[]> {
  return Map.groupBy(items, item => item.day)
}

/** `1`, `3–5`, `1, 4–6`: runs of numbers, as people say them. */
export function runsOf(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}
