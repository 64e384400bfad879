import { ApiError } from './api-error.ts'
import { useNow } from './use-now.ts'

const STEP_MS = 500
const NO_HURRY_MS = 60_000

/** Whole seconds until a rate-limited call may be repeated (0.5); 0 if it may be made now. */
export function useRetryAfter(error: unknown): number {
  const until =
    error instanceof ApiError && error.status === 429 ? error.at + (error.retry_after ?? 0) * 1000 : 0
  // By this device's clock, as `at` is.
  const now = useNow(until > 0 ? STEP_MS : NO_HURRY_MS, Date.now)
  return until > 0 ? Math.max(0, Math.ceil((until + STEP_MS - now) / 1000)) : 0
}
