import { MAX_ATTEMPTS, retryDelayMs } from './backoff.ts'

/** The outcome of an attempt. Reasons are codes of the specification (`author_import`), never an upstream's text. */
export type Outcome =
  | { kind: 'done' }
  | { kind: 'retry'; after_ms?: number; reason: string }
  | { kind: 'park'; reason: string }
  | { kind: 'attention'; reason: string }
  | { kind: 'again'; at: Date }

export function done(): Outcome {
  return { kind: 'done' }
}

/**
 * Transient: retried with the backoff of 1:3, or after `after_ms` when that is longer; the 50th failure is
 * `attention`.
 */
export function retry(why: { after_ms?: number; reason: string }): Outcome {
  return { kind: 'retry', ...why }
}

/** Waits indefinitely for an external event, which must `wake` it. */
export function park(reason: string): Outcome {
  return { kind: 'park', reason }
}

/** Needs a person's attention. */
export function attention(reason: string): Outcome {
  return { kind: 'attention', reason }
}

/** Recurring work: the same job at its next time, with its attempts reset. */
export function again(at: Date): Outcome {
  return { kind: 'again', at }
}

/** The resulting state of the job. A slice that shows it stores it beside its own row. */
export type Ending =
  | { state: 'finished' }
  | { state: 'retry'; run_at: Date; reason: string }
  | { state: 'parked' | 'attention'; reason: string }
  | { state: 'scheduled'; run_at: Date }

export function decideEnding(outcome: Outcome, attempt: number, now: Date): Ending {
  switch (outcome.kind) {
    case 'done':
      return { state: 'finished' }
    case 'again':
      return { state: 'scheduled', run_at: outcome.at }
    case 'park':
      return { state: 'parked', reason: outcome.reason }
    case 'attention':
      return { state: 'attention', reason: outcome.reason }
    default: {
      const { reason, after_ms } = outcome
      if (attempt >= MAX_ATTEMPTS) return { state: 'attention', reason }
      return { state: 'retry', run_at: new Date(now.getTime() + retryDelayMs(attempt, after_ms)), reason }
    }
  }
}

/**
 * A throw is a transient failure (1:3). Its details are read structurally, so that jobs do not depend on upstreams:
 * `kind` is the reason and `retry_after_ms` the delay. Its message is not stored (3.8).
 */
export function outcomeOfError(error: unknown): Outcome {
  if (!(error instanceof Error)) return retry({ reason: 'unknown' })
  const reason = 'kind' in error && typeof error.kind === 'string' ? error.kind : error.name
  const after = 'retry_after_ms' in error ? error.retry_after_ms : undefined
  return retry({ reason, ...(typeof after === 'number' && { after_ms: after }) })
}
