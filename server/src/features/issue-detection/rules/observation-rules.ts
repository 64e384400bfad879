import type { OpenIssueStatus } from '@foyer/contract/issues/issue'
import type { RemediationChoices } from '@foyer/contract/remediation/remediation'
import { isObserved } from '#features/issues/index.ts'
import { MINUTE_MS } from '#kit/durations.ts'

/** A problem that changes all the time is never quiet, but after this long it is one. */
const LONGEST_MS = 6 * 60 * MINUTE_MS

/**
 * The three settings of 2/4.9, for detected problems:
 * - `observation_min_minutes`: for how long a problem is observed at least before it is open. Managers retry, and
 *   download clients recover.
 * - `observation_quiet_minutes`: for how long the library must have shown it unchanged. A download that moves, gets
 *   other messages or comes and goes is still being dealt with.
 * - `observation_settle_minutes`: for how long it must be gone before it counts as cleared. Between two releases the
 *   queue is empty for a moment.
 */
export type ObservationMinutes = Pick<
  RemediationChoices,
  'observation_min_minutes' | 'observation_quiet_minutes' | 'observation_settle_minutes'
>

export interface ObservedIssue {
  status: OpenIssueStatus
  observed_at: string
  /** Since when the library shows it as it is now. */
  changed_at: string
  clear_since: string | null
  /** When an admin took it up again; null: nobody did. */
  reopened_at: string | null
}

/** What a library shows of an issue. A library that could not be read, or not to the end, has no view. */
export interface View {
  is_seen: boolean
  /** C50: it fetches a replacement. */
  is_fetching: boolean
}

/**
 * `seen_again`, `cleared`: only noted. `hand_over`: what was waited for has the problem too. `settled`: gone for long enough; an issue that somebody knows of is closed only
 * when the library has what it wanted.
 */
export type Step =
  | 'stay'
  | 'recover'
  | 'observe'
  | 'open'
  | 'seen_again'
  | 'cleared'
  | 'settled'
  | 'hand_over'

/** An agent or a person is at it: what became of it is for them to find out. */
const TAKEN: ReadonlySet<OpenIssueStatus> = new Set(['investigating', 'awaiting_user', 'awaiting_approval'])

export function nextStep(issue: ObservedIssue, view: View, minutes: ObservationMinutes, now: Date): Step {
  const isWatchedOnly = isObserved(issue.status)
  if (view.is_seen) {
    if (issue.clear_since !== null) return 'seen_again'
    if (issue.status === 'waiting') return endsWait(issue, view, minutes, now) ? 'hand_over' : 'stay'
    return isWatchedOnly ? observe(issue, view, minutes, now) : 'stay'
  }
  if (view.is_fetching) {
    if (isWatchedOnly && issue.status !== 'recovering') return 'recover'
    return issue.clear_since === null ? 'stay' : 'seen_again'
  }
  if (issue.clear_since === null) return 'cleared'
  // 2:3: what was reopened is reviewed by a person, whatever the library shows.
  if (TAKEN.has(issue.status) || issue.reopened_at !== null) return 'stay'
  const isSettled = isPast(issue.clear_since, minutes.observation_settle_minutes * MINUTE_MS, now)
  return isSettled ? 'settled' : 'stay'
}

function observe(issue: ObservedIssue, view: View, minutes: ObservationMinutes, now: Date): Step {
  if (view.is_fetching) return issue.status === 'recovering' ? 'stay' : 'recover'
  if (issue.status === 'recovering') return 'observe'
  const { observation_min_minutes, observation_quiet_minutes } = minutes
  if (!isPast(issue.observed_at, observation_min_minutes * MINUTE_MS, now)) return 'stay'
  const isQuiet = isPast(issue.changed_at, observation_quiet_minutes * MINUTE_MS, now)
  return isQuiet || isPast(issue.observed_at, LONGEST_MS, now) ? 'open' : 'stay'
}

/** The agent fixed it once and it is back for as long as a new one takes to count. */
function endsWait(issue: ObservedIssue, view: View, minutes: ObservationMinutes, now: Date): boolean {
  return !view.is_fetching && isPast(issue.changed_at, minutes.observation_min_minutes * MINUTE_MS, now)
}

function isPast(since: string, ms: number, now: Date): boolean {
  return now.getTime() - Date.parse(since) >= ms
}
