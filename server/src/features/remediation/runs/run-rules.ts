import type { RunStatus, StopReason } from '@foyer/contract/remediation/agent-runs'
import type { IssueRecord } from '#features/issues/index.ts'
import type { SavedRemediation } from '#features/remediation-settings/index.ts'

type Issue = Pick<IssueRecord, 'source' | 'status' | 'is_prevention' | 'instance_id' | 'media_type'>
type Choices = Pick<SavedRemediation, 'enabled' | 'auto_dispatch' | 'daily_run_cap'>

/**
 * Whether the agent may look into this issue at all (2:4.9). A run begins with an open issue only: nobody but an admin
 * takes up what was reopened. Issues about Foyer itself and about settings are for people (2:4.7.3).
 */
export function isForAgent(
  issue: Issue,
  { enabled, auto_dispatch }: Omit<Choices, 'daily_run_cap'>,
): boolean {
  if (!enabled || issue.status !== 'open' || issue.instance_id === null) return false
  if (issue.source === 'system' || issue.is_prevention === 1 || issue.media_type === 'system') return false
  return issue.source === 'user' || auto_dispatch
}

/** C48: 0 means no runs. */
export function isBelowCap({ daily_run_cap }: Pick<Choices, 'daily_run_cap'>, started: number): boolean {
  return started < daily_run_cap
}

export interface RunEnding {
  status: Extract<RunStatus, 'succeeded' | 'gave_up' | 'failed' | 'aborted'>
  /** Null: it ended as it should, without a resolution (handed over, or waiting for the library). */
  stop_reason: StopReason | null
}

export interface Breaker {
  giveups_in_a_row: number
  /** Whether detected problems are no longer looked into from now on. */
  is_tripped: boolean
}

/**
 * The circuit breaker (2:4.9): so many runs in a row that gave up or failed turn `auto_dispatch` off, and the count
 * starts again. An aborted run and a reporter who does not answer say nothing about the agent.
 */
export function breakerAfter(
  before: Pick<SavedRemediation, 'giveups_in_a_row' | 'circuit_breaker_giveups' | 'auto_dispatch'>,
  { status, stop_reason }: RunEnding,
): Breaker {
  const { giveups_in_a_row, circuit_breaker_giveups, auto_dispatch } = before
  if (status === 'aborted' || stop_reason === 'user_unresponsive')
    return { giveups_in_a_row, is_tripped: false }
  if (status === 'succeeded') return { giveups_in_a_row: 0, is_tripped: false }
  const count = giveups_in_a_row + 1
  const is_tripped = auto_dispatch && count >= circuit_breaker_giveups
  return { giveups_in_a_row: is_tripped ? 0 : count, is_tripped }
}

/**
 * An honest handover is what an investigation is for: with a look at the library it succeeded, without one there is no
 * diagnosis.
 */
export function handover(has_read_library: boolean): RunEnding {
  return has_read_library
    ? { status: 'succeeded', stop_reason: null }
    : { status: 'gave_up', stop_reason: 'no_diagnosis' }
}
