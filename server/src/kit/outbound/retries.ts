import type { Clock } from '#kit/clock.ts'
import { isTransient, UpstreamFault } from '#kit/upstream-fault.ts'

const BACKOFF_MS = 300
const MAX_BACKOFF_MS = 5000
/** A longer delay is not waited for; the fault carries it to the caller. */
const MAX_RETRY_AFTER_MS = 10_000

export interface RetryOptions {
  retries: number
  /** Whether a failed connection is retried too. */
  retry_lost?: boolean
  clock: Clock
  random: () => number
  signal: AbortSignal | undefined
}

/** Runs `attempt` again while its error is temporary, at most `retries` more times. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { retries, retry_lost = true, clock, random, signal }: RetryOptions,
): Promise<T> {
  for (let failed = 0; ; failed++) {
    try {
      return await attempt()
    } catch (error) {
      const again = failed < retries && (retry_lost || wasAnswered(error))
      const wait_ms = again ? retryDelay(error, failed, random()) : undefined
      if (wait_ms === undefined) throw error
      await clock.sleep(wait_ms, signal)
    }
  }
}

function wasAnswered(error: unknown): boolean {
  return error instanceof UpstreamFault && error.status !== undefined
}

/** How long to wait before the next attempt; undefined: do not retry. `jitter` is 0..1. */
export function retryDelay(error: unknown, failed: number, jitter: number): number | undefined {
  if (!(error instanceof UpstreamFault) || !isTransient(error)) return undefined
  // No retry after a timeout: the time budget is spent.
  if (error.kind === 'timeout') return undefined
  const backoff_ms = Math.min(MAX_BACKOFF_MS, BACKOFF_MS * 2 ** failed) * (0.5 + jitter / 2)
  const requested_ms = error.retry_after_ms ?? 0
  return requested_ms > MAX_RETRY_AFTER_MS ? undefined : Math.max(requested_ms, Math.round(backoff_ms))
}
