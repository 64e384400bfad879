import { DAY_MS, MINUTE_MS } from '#kit/durations.ts'
import { type AlertData, type AlertType, CONTENT_TYPES } from './alert.ts'

/** 1/4.14: one alert per library and title in ten minutes, and at most twelve content alerts in the same time. */
export const WINDOW_MS = 10 * MINUTE_MS
export const CONTENT_ALERTS_PER_WINDOW = 12

/** A library imports file by file; its alerts wait this long so that related ones can be merged. */
export const GATHER_MS = 3_000

/** Parts beyond this are not counted separately, so that a row stays small. */
const MAX_PARTS = 500

/** After this an alert is too old to be useful on a device. */
export const STALE_MS = DAY_MS

export function isContent(type: AlertType): boolean {
  return CONTENT_TYPES.has(type)
}

const REQUEST_TOPIC = 'request:'

/** The topic of alerts about one request while its title is not verified (C69). */
export function requestTopic(request_id: number): string {
  return `${REQUEST_TOPIC}${request_id}`
}

/** C69: how long an alert waits for an unverified title to be verified. */
const VERIFY_MS = 3_000

/** When its recipients are looked up. */
export function dueAt({
  topic,
  created_at,
  data,
}: {
  topic: string | null
  created_at: string
  data: Pick<AlertData, 'title_unverified'>
}): number {
  const isContentTopic = topic !== null && !topic.startsWith(REQUEST_TOPIC)
  const held_ms = data.title_unverified ? VERIFY_MS : isContentTopic ? GATHER_MS : 0
  return Date.parse(created_at) + held_ms
}

export function windowStart(now: number): number {
  return now - WINDOW_MS
}

export function isStale({ created_at }: { created_at: string }, now: number): boolean {
  return now - Date.parse(created_at) >= STALE_MS
}

/** The kind of an import: a new file, a better one, or (in summaries) either. */
export type ImportKind = 'new' | 'upgrade' | 'either'

/**
 * The alert within the window that this import joins; undefined: it gets its own. An upgrade of something new joins
 * the existing alert, but a new title never joins an upgrade alert, which few people receive.
 */
export function findSibling<A extends { type: AlertType }>(
  recent: readonly A[],
  kind: ImportKind,
): A | undefined {
  const fresh = recent.find(one => one.type !== 'content_upgraded')
  const upgraded = recent.find(one => one.type === 'content_upgraded')
  return kind === 'new' ? fresh : (fresh ?? upgraded)
}

/** Each part counts once, however often a library reports it. */
export function mergeParts(known: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...known, ...more])].slice(0, MAX_PARTS)
}

/**
 * The backoff between attempts: five seconds, doubling up to half an hour. A delay requested by the receiver takes
 * precedence.
 */
export function resendDelayMs(attempts: number, after_ms?: number): number {
  if (after_ms !== undefined) return Math.min(Math.max(after_ms, 1_000), STALE_MS)
  return Math.min(5_000 * 2 ** Math.max(attempts - 1, 0), 30 * MINUTE_MS)
}
