import { expect, test } from 'vitest'
import { parseRetryAfter } from '#kit/retry-after.ts'

const now = new Date('2026-11-15T09:00:00.000Z')

test.each<[string | string[] | undefined, number | undefined]>([
  [undefined, undefined],
  ['', undefined],
  ['90', 90_000],
  [' 5 ', 5000],
  ['0', 0],
  ['0.35', 350],
  [['7', '9'], 7000],
  ['Sun, 15 Nov 2026 09:01:30 GMT', 90_000],
  ['Sunday, 15-Nov-26 09:00:10 GMT', 10_000],
  ['Sun, 15 Nov 2026 08:00:00 GMT', 0],
  ['-5', undefined],
  ['soon', undefined],
  ['2026-11-15', undefined],
  ['Sun, 99 Nov 2026 09:00:00 GMT', undefined],
  ['9'.repeat(400), undefined],
])('%j waits %s ms', (value, ms) => {
  expect(parseRetryAfter(value, now)).toBe(ms)
})
