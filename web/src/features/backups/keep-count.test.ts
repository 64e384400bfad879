import { expect, it } from 'vitest'
import { keepCountOf } from './keep-count.ts'

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
