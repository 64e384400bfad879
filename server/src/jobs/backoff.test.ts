import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import { retryDelayMs } from './backoff.ts'

const YEAR = 365 * DAY_MS

describe('retry delay (1:3, 1/4.8)', () => {
  it.each([
    [1, MINUTE_MS],
    [2, 2 * MINUTE_MS],
    [3, 4 * MINUTE_MS],
    [4, 8 * MINUTE_MS],
    [8, 128 * MINUTE_MS],
    [9, 256 * MINUTE_MS],
    [10, 6 * HOUR_MS],
    [11, 6 * HOUR_MS],
    [49, 6 * HOUR_MS],
  ])('waits min(60·2^(n-1), 21600) s after attempt %i', (attempt, expected) => {
    expect(retryDelayMs(attempt)).toBe(expected)
  })

  it.each([
    ['a longer Retry-After wins', 1, 90 * MINUTE_MS, 90 * MINUTE_MS],
    ['a shorter one does not shorten the ladder', 3, MINUTE_MS, 4 * MINUTE_MS],
    ['six hours bound the ladder, not the upstream', 10, 7 * HOUR_MS, 7 * HOUR_MS],
    ['a negative one is ignored', 1, -5, MINUTE_MS],
    ['no number is ignored', 2, Number.NaN, 2 * MINUTE_MS],
    ['forever is a year', 1, Number.POSITIVE_INFINITY, YEAR],
  ])('%s', (_title, attempt, retryAfter, expected) => {
    expect(retryDelayMs(attempt, retryAfter)).toBe(expected)
  })
})
