import type { SendOutcome } from './alert-channel.ts'
import { resendDelayMs } from '../alerts/alert-rules.ts'
import type { Result, SendRow } from './dispatch-store.ts'

type Interruption = Pick<SendRow, 'interrupted_at'>

/**
 * Of a row that a run left behind claimed: whether it reached the receiver is not known. A receiver that shows
 * the same notice once may get it again, but a run that dies over it twice is not tempted a third time.
 */
export function maySendOnceMore({ interrupted_at }: Interruption, replaces: boolean): boolean {
  return replaces && interrupted_at === null
}

/** What becomes of the row. `dropped`: the receiver may no longer know, or no longer wants to. */
export function resultOf(
  outcome: SendOutcome | 'dropped',
  send: Interruption & Pick<SendRow, 'attempts'>,
  now: number,
): Result {
  const result = plainResult(outcome, send.attempts + 1, now)
  const isUnsent = result.state === 'failed' || result.state === 'dropped'
  // It did not leave this time, but before it was interrupted it may have.
  return isUnsent && send.interrupted_at !== null ? { ...result, state: 'unconfirmed' } : result
}

function plainResult(outcome: SendOutcome | 'dropped', attempts: number, now: number): Result {
  if (outcome === 'dropped') return { state: 'dropped', detail: 'no_longer_permitted' }
  switch (outcome.kind) {
    case 'sent':
      return { state: 'sent', detail: outcome.detail ?? null }
    case 'gone':
      return { state: 'dropped', detail: 'gone' }
    case 'retry': {
      const next_at = new Date(now + resendDelayMs(attempts, outcome.after_ms)).toISOString()
      return { state: 'pending', detail: outcome.reason, next_at, attempts }
    }
    default:
      return { state: outcome.kind, detail: outcome.reason }
  }
}
