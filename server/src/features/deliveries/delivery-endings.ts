import { MAX_ATTEMPTS, retryDelayMs } from '#jobs/backoff.ts'
import { again, attention, done, retry } from '#jobs/index.ts'
import type { Ending, Outcome } from '#jobs/outcome.ts'
import { iso } from '#kit/clock.ts'
import type { DeliveryRecord } from '#ports/request-record.ts'
import type { CourierOutcome } from './couriers/courier.ts'
import { AUTHOR_SWEEP_MS, completeMessage, retryLimit } from './rules/delivery-rules.ts'
import type { DeliveryChange } from './delivery-store.ts'

/** The outcome of the job. The attempts of the delivery decide, because those of the job restart after each wait. */
export function jobOutcome(outcome: CourierOutcome, { attempts }: DeliveryRecord, now: Date): Outcome {
  if ('done' in outcome) return done()
  if ('attention' in outcome) return attention(outcome.attention)
  if ('later' in outcome) return again(new Date(now.getTime() + outcome.after_ms))
  if ('wait' in outcome) return again(new Date(now.getTime() + AUTHOR_SWEEP_MS))
  if (attempts >= MAX_ATTEMPTS) return attention('retry_limit')
  return retry({ reason: outcome.retry, after_ms: retryDelayMs(attempts, outcome.after_ms) })
}

const RESTING = { next_attempt_at: null, park_reason: null } as const

/** The visible state of the delivery. `ending` is how the job ended; both are written together. */
export function deliveryChange(
  outcome: CourierOutcome,
  ending: Ending,
  { attempts, waiting_since }: DeliveryRecord,
  now: Date,
): DeliveryChange {
  const updated_at = iso(now)
  const next = 'run_at' in ending ? iso(ending.run_at) : null
  if ('done' in outcome) {
    const { record_id, canonical_foreign_id } = outcome
    return {
      ...RESTING,
      state: 'complete',
      code: outcome.done,
      message: completeMessage(outcome.done),
      waiting_since: null,
      ...(record_id !== undefined && { record_id }),
      ...(canonical_foreign_id !== undefined && { canonical_foreign_id }),
      updated_at,
    }
  }
  if ('attention' in outcome) {
    const { attention: code, message } = outcome
    return { ...RESTING, state: 'attention', code, message, waiting_since: null, updated_at }
  }
  // A wait is not a failure, so the attempt is not counted.
  const waited = { attempts: attempts - 1, waiting_since: waiting_since ?? updated_at, updated_at }
  if ('wait' in outcome) {
    const { wait, message, code = 'author_import', receipt } = outcome
    return {
      state: 'waiting_library',
      code,
      message,
      park_reason: wait,
      next_attempt_at: null,
      ...waited,
      ...(receipt && { receipt: JSON.stringify(receipt) }),
    }
  }
  if ('later' in outcome) {
    const { later: code, message, receipt } = outcome
    return {
      state: 'retry',
      code,
      message,
      park_reason: 'delivery',
      next_attempt_at: next,
      ...waited,
      ...(receipt && { receipt: JSON.stringify(receipt) }),
    }
  }
  if (ending.state === 'attention') {
    const message = retryLimit(attempts, outcome.message)
    return { ...RESTING, state: 'attention', code: 'retry_limit', message, waiting_since: null, updated_at }
  }
  const { retry: code, message } = outcome
  return { state: 'retry', code, message, park_reason: 'delivery', next_attempt_at: next, updated_at }
}
