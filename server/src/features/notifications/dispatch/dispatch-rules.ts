import type { SendOutcome } from './alert-channel.ts'
import { resendDelayMs } from '../alerts/alert-rules.ts'
import type { Result, SendRow } from './dispatch-store.ts'

type Interruption = Pick<SendRow, 'interrupted_at'>

/**
 * For a row whose run ended while it was claimed: it is unknown whether it reached the receiver. It may be repeated if
 * the receiver shows the same notice once, but not after a second interruption.
 */
export function maySendOnceMore({ interrupted_at }: Interruption, replaces: boolean): boolean {
  return replaces && interrupted_at === null
}

/** The new state of the row. `dropped`: the person may no longer receive it, or no longer wants it. */
export function resultOf(
  outcome: SendOutcome | 'dropped',
  send: Interruption & Pick<SendRow, 'attempts'>,
  now: number,
): Result {
  const result = plainResult(outcome, send.attempts + 1, now)
  const isUnsent = result.state === 'failed' || result.state === 'dropped'
  // It was not sent this time, but may have been before the interruption.
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
