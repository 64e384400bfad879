import { expect, it } from 'vitest'
import { tabEffect } from './hidden-tab.ts'

it.each([
  [true, ['music'], 'hidden'],
  [false, ['music'], 'shown'],
  [true, ['book'], 'shown_connected'],
  // Not selected, and selecting it would have no effect.
  [false, ['book'], 'shown_connected'],
  [true, undefined, 'unknown'],
] as const)('1/4.2 hide_when_unused %s with %j connected: %s', (hide_when_unused, connected, effect) => {
  expect(tabEffect({ hide_when_unused, connected }, 'book')).toBe(effect)
})
