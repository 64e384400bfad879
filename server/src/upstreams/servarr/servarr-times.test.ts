import { expect, it } from 'vitest'
import { secondsOf, timeOf, yearOf } from './servarr-times.ts'

it.each([
  ['2026-03-01T11:00:00Z', 2026, '2026-03-01T11:00:00.000Z'],
  ['2026-03-01T11:00:00+02:00', 2026, '2026-03-01T09:00:00.000Z'],
  ['1968-05-01', 1968, '1968-05-01T00:00:00.000Z'],
  // Nobody said when.
  ['0001-01-01T00:00:00Z', null, null],
  ['', null, null],
  [null, null, null],
  [undefined, null, null],
  ['soon', null, null],
  ['2026-99-99T00:00:00Z', 2026, null],
])('%s is of the year %s, at %s', (text, year, time) => {
  expect([yearOf(text), timeOf(text)]).toEqual([year, time])
})

it.each([
  ['00:12:30', 750],
  ['2.01:00:00', 2 * 86_400 + 3600],
  ['00:00:00', 0],
  ['soon', null],
  [undefined, null],
])('the span %s is %s seconds', (span, seconds) => {
  expect(secondsOf(span)).toBe(seconds)
})
