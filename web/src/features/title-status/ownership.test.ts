import { expect, it } from 'vitest'
import { ownershipOf } from './ownership.ts'

it.each([
  [['available'], 'owned'],
  [['unavailable', 'available'], 'owned'],
  // One library that has it is enough, whatever the others say.
  [['failed', 'available', 'waiting'], 'owned'],
  [['waiting', 'unknown'], 'waiting'],
  [['unknown'], 'unknown'],
  [['failed', 'unavailable'], 'unknown'],
  [['partial'], 'not_owned'],
  [['downloading', 'requested', 'unavailable'], 'not_owned'],
  // A title that the answer left out is in no library.
  [[undefined], 'not_owned'],
] as const)('%j is %s', (libraries, expected) => {
  expect(ownershipOf(libraries)).toBe(expected)
})
