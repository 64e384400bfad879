import {
  type LibraryManagerType,
  MEDIA_TYPES,
  type MediaType,
  mediaTypeOf,
} from '@foyer/contract/instances/instance-types'
import { DateOnly } from '@foyer/contract/primitives'
import type { Release } from '@foyer/contract/releases'
import { DAY_MS } from '#kit/durations.ts'
import type { CalendarEntry, CalendarWindow, PosterSource } from '#ports/release-calendar.ts'

/** 1/I */
const DEFAULT_BEFORE_DAYS = 7
const DEFAULT_AFTER_DAYS = 30
const MAX_SPAN_DAYS = 92

/** A poster in a list; the provider has this size for every poster (tmdb.md). */
const POSTER_SIZE = 'w342'

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
}

export function isMediaType(text: string): text is MediaType {
  return MEDIA_TYPES.some(type => type === text)
}

export interface CalendarParams {
  start?: string | undefined
  end?: string | undefined
  media_type?: string | undefined
}

/** The requested days, or messages by field. Days are UTC. */
export function readWindow(
  { start, end, media_type }: CalendarParams,
  today: string,
): { window: CalendarWindow } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const isDay = (text: string | undefined) => text === undefined || DateOnly.safeParse(text).success
  if (!isDay(start)) problems['start'] = 'Use a date such as 2026-11-15.'
  if (!isDay(end)) problems['end'] = 'Use a date such as 2026-11-15.'
  if (media_type !== undefined && !isMediaType(media_type)) {
    problems['media_type'] = `Use one of ${MEDIA_TYPES.join(', ')}.`
  }
  const window = {
    start: start ?? addDays(today, -DEFAULT_BEFORE_DAYS),
    end: end ?? addDays(today, DEFAULT_AFTER_DAYS),
  }
  if (!('start' in problems) && !('end' in problems)) {
    const span = (Date.parse(window.end) - Date.parse(window.start)) / DAY_MS
    if (span < 0) problems['end'] = 'Use a day on or after the start.'
    if (span > MAX_SPAN_DAYS) problems['end'] = `Ask for at most ${MAX_SPAN_DAYS} days at once.`
  }
  return Object.keys(problems).length > 0 ? { problems } : { window }
}

export interface PosterFacts {
  instance_id: string
  /** The current base address of the metadata provider's pictures. */
  image_base: string
  /** Addresses libraries use for those pictures. */
  provider_bases: readonly string[]
}

/** An address a browser can load, or null. */
export function posterUrl(source: PosterSource | null, facts: PosterFacts): string | null {
  if (!source) return null
  const { remote_url, manager_path } = source
  const base = facts.provider_bases.find(one => remote_url?.startsWith(`${one}/`))
  const file =
    base && /^[a-z]\w*\/([A-Za-z0-9_-]+\.[a-z]+)$/.exec(remote_url?.slice(base.length + 1) ?? '')?.[1]
  if (file) return `${facts.image_base}/${POSTER_SIZE}/${file}`
  if (remote_url && /^https:\/\/[^\s"<>]+$/.test(remote_url)) return remote_url
  return manager_path === undefined ? null : `/api/instances/${facts.instance_id}/proxy/${manager_path}`
}

export interface FoundRelease {
  entry: CalendarEntry
  instance: { id: string; name: string; service_type: LibraryManagerType }
}

/** Without the manager's own ids and the ratings used for limits. */
export function presentRelease(
  { entry, instance }: FoundRelease,
  facts: Omit<PosterFacts, 'instance_id'>,
): Release {
  const { record_id: _id, runtime_minutes: _runtime, certification: _code, genres: _genres, ...rest } = entry
  return {
    media_type: mediaTypeOf(instance.service_type),
    ...rest,
    poster: posterUrl(entry.poster, { ...facts, instance_id: instance.id }),
    instance_id: instance.id,
    instance_name: instance.name,
  }
}

/** By date and title (1/I); the rest only makes the order stable. */
export function byDate(a: FoundRelease, b: FoundRelease): number {
  const key = ({ entry, instance }: FoundRelease) => [
    entry.date,
    entry.title,
    entry.at ?? '',
    String(entry.season_number ?? 0).padStart(6, '0'),
    String(entry.episode_number ?? 0).padStart(6, '0'),
    entry.kind,
    instance.id,
  ]
  const [left, right] = [key(a), key(b)]
  const i = left.findIndex((part, at) => part !== right[at])
  if (i < 0) return 0
  return (left[i] ?? '') < (right[i] ?? '') ? -1 : 1
}
