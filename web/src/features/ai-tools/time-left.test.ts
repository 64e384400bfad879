import { expect, it } from 'vitest'
import { clockText, secondsLeft } from './time-left.ts'

const NOON = Date.parse('2026-03-01T12:00:00Z')

it('counts down to the end and stops there', () => {
  const debug = { enabled: true, enabled_until: '2026-03-01T13:00:00Z', remaining_seconds: 3600 }
  expect(secondsLeft(debug, NOON)).toBe(3600)
  expect(secondsLeft(debug, NOON + 3_599_500)).toBe(1)
  expect(secondsLeft(debug, NOON + 3_600_000)).toBe(0)
  expect(secondsLeft(debug, NOON + 9_000_000)).toBe(0)
})

it('is zero while the log is off or unknown', () => {
  expect(secondsLeft({ enabled: false, remaining_seconds: 0 }, NOON)).toBe(0)
  expect(secondsLeft(undefined, NOON)).toBe(0)
})

it.each([
  [9, '0:09'],
  [309, '5:09'],
  [3600, '1:00:00'],
  [3909, '1:05:09'],
  [72 * 3600, '72:00:00'],
])('%d seconds read %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})
