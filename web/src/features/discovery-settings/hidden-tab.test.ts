import { expect, it } from 'vitest'
import { tabEffect } from './hidden-tab.ts'

it.each([
  [true, ['book'], 'hidden'],
  [true, ['music'], 'shown_connected'],
  [false, [], 'shown'],
  // The two answers may be a moment apart; the wish decides until they agree.
  [false, ['book'], 'shown'],
] as const)('1/4.2 wish %s with %j in effect: %s', (wish, in_effect, effect) => {
  expect(tabEffect(wish, in_effect, 'book')).toBe(effect)
})
