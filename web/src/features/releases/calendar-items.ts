import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Release } from '@foyer/contract/releases'
import { type Day, dayOf } from './calendar-days.ts'

type ReleaseStatus = Release['status']

/** One line of the calendar: a title on a day, combining its libraries and episodes. */
export interface CalendarItem {
  key: string
  day: Day
  media_type: MediaType
  kind: Release['kind']
  title: string
  /** The time of the first one, if known. */
  at: string | undefined
  season_number: number | undefined
  /** In order; usually one. */
  episodes: readonly number[]
  episode_title: string | undefined
  /** The artist or author. */
  maker: string | undefined
  poster: string | null
  status: ReleaseStatus
  tmdb_id: number | undefined
  libraries: readonly string[]
}

/** Best status first: it is shown for a title that several libraries have. */
const BEST = ['available', 'partial', 'requested', 'unavailable'] as const satisfies readonly ReleaseStatus[]

function best(statuses: readonly ReleaseStatus[]): ReleaseStatus {
  return BEST.find(one => statuses.includes(one)) ?? 'unavailable'
}

/** If only some of several episodes are available, the item is partly available. */
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

/** C58: until an episode has a title, the manager counts it in English, and its number is told beside it anyway. */
function ownTitle({ episode_number, episode_title }: Release): string | undefined {
  return episode_title === 'TBA' || episode_title === `Episode ${episode_number}` ? undefined : episode_title
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
    episode_title: episodes.length === 1 ? ownTitle(first) : undefined,
    maker: first.artist ?? first.author,
    poster: releases.find(one => one.poster !== null)?.poster ?? null,
    status: together([...byEpisode.values()].map(copies => best(copies.map(copy => copy.status)))),
    tmdb_id: first.tmdb_id,
    libraries: [...new Set(releases.map(one => one.instance_name))],
  }
}

/** By day, then by time if known, then by title. */
function inOrder(a: CalendarItem, b: CalendarItem): number {
  const left = `${a.day} ${a.at ?? ''}`
  const right = `${b.day} ${b.at ?? ''}`
  return left < right ? -1 : left > right ? 1 : a.title.localeCompare(b.title)
}

/** The same title in several libraries is one line, and so are a season's episodes of one day. */
export function itemsOf(releases: readonly Release[]): CalendarItem[] {
  return [...Map.groupBy(releases, keyOf)]
    .flatMap(([key, group]) => (group[0] ? [itemOf(key, group, group[0])] : []))
    .sort(inOrder)
}

export function byDay(items: readonly CalendarItem[]): Map<Day, CalendarItem[]> {
  return Map.groupBy(items, item => item.day)
}

/** `1`, `3–5`, `1, 4–6`: ranges of numbers. */
export function runsOf(numbers: readonly number[]): string {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}
