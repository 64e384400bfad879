import type { QueueRow } from '@foyer/contract/requests/admin-requests'
import { ApiError } from '#lib/api-error.ts'
import type { Outcome } from './decide-all.ts'

/** How long a decision of this page is delayed. */
const ONE_DELAY_SECONDS = 10
/** The delay counts from each call; the undo is offered after the last call of a batch. */
const BATCH_DELAY_SECONDS = 30
/** The undo button disappears early enough to still work. */
const UNDO_MARGIN_MS = 2_000
/** A due decision is carried out immediately; if it is not, someone needs to look at it. */
const LATE_MS = 15_000
/** Timers may fire slightly early. */
const TIMER_MARGIN_MS = 250

export function delaySeconds(count: number): number {
  return count > 1 ? BATCH_DELAY_SECONDS : ONE_DELAY_SECONDS
}

/** A sent decision, with the time of a clock that only this page uses. */
export interface SentDecision {
  sent_ms: number
  delay_seconds: number
}

/**
 * By the same clock: until when all of these can be undone. The server starts counting later, when it receives them,
 * so its clock does not matter.
 */
export function undoUntil(sent: readonly SentDecision[]): number {
  const due = sent.map(({ sent_ms, delay_seconds }) => sent_ms + delay_seconds * 1_000)
  return Math.min(...due) - UNDO_MARGIN_MS
}

interface UndoResult<Row> {
  undone: Row[]
  /** Carried out already. */
  late: Row[]
  /** Nobody knows, or it may still work: it can be tried again. */
  failed: Outcome<Row, unknown>[]
}

/** What became of an undo. Only the server's word for it means that it came too late. */
export function undoResult<Row>(outcomes: readonly Outcome<Row, unknown>[]): UndoResult<Row> {
  const result: UndoResult<Row> = { undone: [], late: [], failed: [] }
  for (const outcome of outcomes) {
    const { row, error } = outcome
    if (error === undefined) result.undone.push(row)
    else if (error instanceof ApiError && error.code === 'nothing_to_undo') result.late.push(row)
    else result.failed.push(outcome)
  }
  return result
}

type Due = Pick<QueueRow, 'decision_due_at'>

/** Decided and about to leave the queue: it can only be undone. */
export function isBeingDecided({ decision_due_at }: Due, server_now: number): boolean {
  return decision_due_at !== undefined && Date.parse(decision_due_at) + LATE_MS > server_now
}

/** Milliseconds until the first hidden row reappears unless the server has decided it; null if none is hidden. */
export function nextReturnMs(rows: readonly Due[], server_now: number): number | null {
  const hidden = rows.filter(row => isBeingDecided(row, server_now))
  if (hidden.length === 0) return null
  const due = Math.min(...hidden.map(({ decision_due_at = '' }) => Date.parse(decision_due_at)))
  return due + LATE_MS - server_now + TIMER_MARGIN_MS
}
