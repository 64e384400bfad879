import type { QueueRow } from '@foyer/contract/admin-requests'

/** Every decision of this page waits so long before it is made. */
export const DELAY_SECONDS = 10
/** The button is gone before it would come too late. */
export const UNDO_MS = 8_000
/** A decision that is due is made at once; one that is not made by then needs somebody to look at it. */
const LATE_MS = 15_000

/** Decided, and about to leave the queue: there is nothing to do about it but to undo it. */
export function isBeingDecided({ decision_due_at }: Pick<QueueRow, 'decision_due_at'>, now: number): boolean {
  return decision_due_at !== undefined && Date.parse(decision_due_at) + LATE_MS > now
}
