import type { MediaType } from '@foyer/contract/instances/instance-types'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import type { ManagedTitle, QueueEntry } from '#ports/manager-reads.ts'
import { isGeneralMessage, problemIn, type QueueProblem, rankOf } from './import-message-rules.ts'
import { type NextStep, nextStepFor, SENTENCES } from './queue-advice-rules.ts'

/** A manager looks at finished downloads about once a minute. */
const IMPORT_MS = HOUR_MS
/** A download of this age without an estimate does not move. */
const STALL_MS = 6 * HOUR_MS
/** Releases appear hours before the date that is announced, not days. */
const EARLY_MS = DAY_MS

/** Only what needs somebody: `none` is on its way, `waiting` solves itself. */
export type Severity = 'none' | 'waiting' | 'problem'

export interface FoundProblem {
  problem: QueueProblem
  sentence: string
  /** What the manager and the download client say about it, verbatim. */
  messages: string[]
}

/** One download: a pack is one, however many rows it has. */
export interface Diagnosis {
  /** That of its first row; any of them stands for the whole download. */
  queue_id: number
  queue_ids: number[]
  title: ManagedTitle | null
  /** Of a pack, in order. */
  episode_numbers: number[]
  release: string
  severity: Severity
  /** What is wrong, the most important first; empty when nothing is. */
  problems: FoundProblem[]
  summary: string
  /** 0 to 100; null while the size is unknown. */
  progress_percent: number | null
  /** Since the grab; null when the manager does not report it. */
  age_minutes: number | null
  next_step: NextStep | null
}

const FAILED = new Set(['failed', 'failedPending', 'downloadFailed', 'downloadFailedPending'])
const BLOCKED = new Set(['importBlocked', 'importFailed'])

/**
 * Says of every download in a queue what is wrong with it and what to do next. The rules know no manager: they read
 * the states and texts of servarr-common.md, 5.
 */
export function diagnoseQueue(
  entries: readonly QueueEntry[],
  { media_type, now }: { media_type: MediaType; now: Date },
): Diagnosis[] {
  const downloads = Map.groupBy(entries, entry => entry.download_id ?? `row ${entry.queue_id}`)
  return [...downloads.values()]
    .map(rows => diagnose(rows, media_type, now))
    .toSorted((a, b) => ORDER[a.severity] - ORDER[b.severity] || (b.age_minutes ?? 0) - (a.age_minutes ?? 0))
}

const ORDER: Record<Severity, number> = { problem: 0, waiting: 1, none: 2 }

function diagnose(rows: readonly QueueEntry[], media_type: MediaType, now: Date): Diagnosis {
  const [first] = rows
  // Grouped rows are never empty.
  const entry = first as QueueEntry
  const age_ms = entry.added_at === null ? null : Math.max(0, now.getTime() - Date.parse(entry.added_at))
  const problems = problemsOf(rows, age_ms, now)
  const [main] = problems
  const severity = main ? (WAITING.has(main.problem) ? 'waiting' : 'problem') : 'none'
  return {
    queue_id: entry.queue_id,
    queue_ids: rows.map(row => row.queue_id),
    title: entry.title,
    episode_numbers: rows.flatMap(row => row.title?.episode_number ?? []).sort((a, b) => a - b),
    release: entry.release,
    severity,
    problems,
    summary: main?.sentence ?? onItsWay(entry),
    progress_percent: progressOf(entry),
    age_minutes: age_ms === null ? null : Math.floor(age_ms / MINUTE_MS),
    next_step: main ? nextStepFor(main.problem, { queue_id: entry.queue_id, media_type }) : null,
  }
}

/** What solves itself, or what somebody wanted. */
const WAITING: ReadonlySet<QueueProblem> = new Set(['held_by_delay_profile', 'not_aired_yet', 'paused'])

export function progressOf({
  size_bytes,
  left_bytes,
}: Pick<QueueEntry, 'size_bytes' | 'left_bytes'>): number | null {
  if (size_bytes <= 0) return null
  return Math.floor((100 * (size_bytes - left_bytes)) / size_bytes)
}

function problemsOf(rows: readonly QueueEntry[], age_ms: number | null, now: Date): FoundProblem[] {
  const texts = [
    ...new Set(rows.flatMap(row => [...row.messages, ...(row.error === null ? [] : [row.error])])),
  ]
  const found = new Map<QueueProblem, string[]>()
  const unknown: string[] = []
  const isAlone = texts.every(isGeneralMessage)
  for (const text of texts) {
    const problem = isGeneralMessage(text) && !isAlone ? null : problemIn(text)
    if (problem === null) unknown.push(text)
    else found.set(problem, [...(found.get(problem) ?? []), text])
  }
  const [entry] = rows
  const hasText = found.size > 0 || unknown.length > 0
  const state = isUnaired(rows, now) ? 'not_aired_yet' : entry && problemOfState(entry, age_ms, hasText)
  // A known text is more precise than the state alone.
  if (state && (found.size === 0 || LEADS.has(state))) found.set(state, found.get(state) ?? [])
  const [main] = [...found.keys()]
  if (main !== undefined && unknown.length > 0) found.set(main, [...(found.get(main) ?? []), ...unknown])
  return [...found]
    .map(([problem, messages]) => ({ problem, messages, sentence: SENTENCES[problem] }))
    .toSorted(
      (a, b) => leadOf(a.problem, state) - leadOf(b.problem, state) || rankOf(a.problem) - rankOf(b.problem),
    )
}

/** A failed download stays failed, whatever else the texts mention. */
const LEADS: ReadonlySet<QueueProblem> = new Set([
  'client_unreachable',
  'held_by_delay_profile',
  'download_failed',
  'not_aired_yet',
])

/** A release of what nobody has seen yet is not what its name says. */
function isUnaired(rows: readonly QueueEntry[], now: Date): boolean {
  return rows.every(
    ({ airs_at, status }) =>
      airs_at !== undefined && status !== 'delay' && Date.parse(airs_at) - now.getTime() > EARLY_MS,
  )
}

function leadOf(problem: QueueProblem, state: QueueProblem | null | undefined): number {
  return problem === state && LEADS.has(problem) ? 0 : 1
}

function problemOfState(entry: QueueEntry, age_ms: number | null, hasText: boolean): QueueProblem | null {
  const { status, state, condition, left_bytes, size_bytes, seconds_left } = entry
  if (status === 'downloadClientUnavailable') return 'client_unreachable'
  if (status === 'delay') return 'held_by_delay_profile'
  if (status === 'failed' || FAILED.has(state ?? '')) return 'download_failed'
  if (BLOCKED.has(state ?? '')) return 'import_blocked'
  const isComplete = status === 'completed' || (size_bytes > 0 && left_bytes === 0)
  if (isComplete) {
    if (hasText && condition !== 'ok') return 'import_blocked'
    return age_ms !== null && age_ms > IMPORT_MS ? 'waiting_to_import' : null
  }
  if (condition === 'error') return 'download_error'
  if (status === 'warning' || (condition === 'warning' && hasText)) return 'client_error'
  if (status === 'paused') return 'paused'
  const isIdle = status === 'downloading' && seconds_left === null
  return isIdle && age_ms !== null && age_ms > STALL_MS ? 'stalled' : null
}

function onItsWay({ status, state }: QueueEntry): string {
  if (state === 'importing') return 'It is being imported.'
  if (status === 'completed' || state === 'importPending')
    return 'The download is complete and will be imported within minutes.'
  if (status === 'queued') return 'It waits in the download client for its turn.'
  return 'It is downloading.'
}
