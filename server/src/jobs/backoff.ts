import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/durations.ts'

/** 1:3: the fiftieth failed attempt ends in `attention`. */
export const MAX_ATTEMPTS = 50

const FIRST_DELAY_MS = MINUTE_MS
const LONGEST_DELAY_MS = 6 * HOUR_MS
/** A Retry-After beyond this is an upstream's mistake. */
const LONGEST_RETRY_AFTER_MS = 365 * DAY_MS

/** 1:3, 1/4.8: one minute, doubling up to six hours; a longer Retry-After takes precedence. `attempt` counts from 1. */
export function retryDelayMs(attempt: number, retryAfterMs = 0): number {
  const ladder = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS)
  if (Number.isNaN(retryAfterMs)) return ladder
  return Math.max(ladder, Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS))
}
