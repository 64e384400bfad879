import { expect, it } from 'vitest'
import { tabEffect } from './hidden-tab.ts'

it.each([
  [true, ['music'], 'hidden'],
  [false, ['music'], 'shown'],
  [true, ['book'], 'shown_connected'],
  // Not chosen, and choosing it would change nothing.
  [false, ['book'], 'shown_connected'],
  [true, undefined, 'unknown'],
] as const)('1/4.2 wish %s with %j connected: %s', (wish, connected, effect) => {
  expect(tabEffect({ wish, connected }, 'book')).toBe(effect)
})
