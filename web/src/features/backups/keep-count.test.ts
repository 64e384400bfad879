import { expect, it } from 'vitest'
import { keepCountOf, keepToSave } from './keep-count.ts'

it.each([
  ['14', 14],
  [' 1 ', 1],
  ['365', 365],
  ['0', undefined],
  ['366', undefined],
  ['2.5', undefined],
  ['', undefined],
])('%j is %j backups', (typed, count) => {
  expect(keepCountOf(typed)).toBe(count)
})

it.each([
  ['daily', '5', 5],
  ['daily', '', undefined],
  ['off', '5', 5],
  // The field is hidden then: saving must not fail at it.
  ['off', '', 14],
  ['off', '0', 14],
])('%s with %j saves %j, where 14 was saved', (every, typed, keep) => {
  expect(keepToSave({ every, typed, saved: 14 })).toBe(keep)
})
