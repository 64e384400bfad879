import { describe, expect, it } from 'vitest'
import { retryDelayMs } from './backoff.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const YEAR = 365 * 24 * HOUR

describe('retry delay (1:3, 1/4.8)', () => {
  it.each([
    [1, MINUTE],
    [2, 2 * MINUTE],
    [3, 4 * MINUTE],
    [4, 8 * MINUTE],
    [8, 128 * MINUTE],
    [9, 256 * MINUTE],
    [10, 6 * HOUR],
    [11, 6 * HOUR],
    [49, 6 * HOUR],
  ])('waits min(60·2^(n-1), 21600) s after attempt %i', (attempt, expected) => {
    expect(retryDelayMs(attempt)).toBe(expected)
  })

  it.each([
    ['a longer Retry-After wins', 1, 90 * MINUTE, 90 * MINUTE],
    ['a shorter one does not shorten the ladder', 3, MINUTE, 4 * MINUTE],
    ['six hours bound the ladder, not the upstream', 10, 7 * HOUR, 7 * HOUR],
    ['a negative one is ignored', 1, -5, MINUTE],
    ['no number is ignored', 2, Number.NaN, 2 * MINUTE],
    ['forever is a year', 1, Number.POSITIVE_INFINITY, YEAR],
  ])('%s', (_title, attempt, retryAfter, expected) => {
    expect(retryDelayMs(attempt, retryAfter)).toBe(expected)
  })
})
