import type { QueueRow } from '@foyer/contract/admin-requests'

/** A decision of this page waits so long before it is made. */
const ONE_DELAY_SECONDS = 10
/** Each counts from its own call, and its undo is offered after the last call of the batch. */
const BATCH_DELAY_SECONDS = 30
/** The button is gone before it would come too late. */
const UNDO_MARGIN_MS = 2_000
/** A decision that is due is made at once; one that is not made by then needs somebody to look at it. */
const LATE_MS = 15_000
/** Timers may be a little early. */
const TIMER_MARGIN_MS = 250

export function delaySeconds(count: number): number {
  return count > 1 ? BATCH_DELAY_SECONDS : ONE_DELAY_SECONDS
}

/** A decision as it was sent, by a clock that only this page reads. */
export interface SentDecision {
  sent_ms: number
  delay_seconds: number
}

/**
 * By the same clock: until when all of these can be undone. The server counts from when it receives them, which
 * is later, so its clock need not be known.
 */
export function undoUntil(sent: readonly SentDecision[]): number {
  const due = sent.map(({ sent_ms, delay_seconds }) => sent_ms + delay_seconds * 1_000)
  return Math.min(...due) - UNDO_MARGIN_MS
}

type Due = Pick<QueueRow, 'decision_due_at'>

/** Decided, and about to leave the queue: there is nothing to do about it but to undo it. */
export function isBeingDecided({ decision_due_at }: Due, server_now: number): boolean {
  return decision_due_at !== undefined && Date.parse(decision_due_at) + LATE_MS > server_now
}

/** How long until the first hidden line is shown again unless the server made its decision; null: none is hidden. */
export function nextReturnMs(rows: readonly Due[], server_now: number): number | null {
  const hidden = rows.filter(row => isBeingDecided(row, server_now))
  if (hidden.length === 0) return null
  const due = Math.min(...hidden.map(({ decision_due_at = '' }) => Date.parse(decision_due_at)))
  return due + LATE_MS - server_now + TIMER_MARGIN_MS
}
