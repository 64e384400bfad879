import { expect, it } from 'vitest'
import { sizeOf } from './cache-size.ts'

it.each([
  ['1024', 1024],
  [' 16 ', 16],
  ['15', undefined],
  ['1048577', undefined],
  ['1.5', undefined],
  ['', undefined],
])('%j is %j megabytes', (typed, megabytes) => {
  expect(sizeOf(typed)).toBe(megabytes)
})
