import { expect, it } from 'vitest'
import { swipeOf } from './swipe-side.ts'

it.each([
  ['to the left, on', { x: 100, y: 10 }, false, 1],
  ['to the right, back', { x: 300, y: 10 }, false, -1],
  ['to the left, where lines begin at the right', { x: 100, y: 10 }, true, -1],
  ['too short', { x: 170, y: 0 }, false, 0],
  ['rather a scroll', { x: 100, y: 200 }, false, 0],
] as const)('a finger goes %s', (_, to, is_rtl, leads) => {
  expect(swipeOf({ x: 200, y: 0 }, to, is_rtl)).toBe(leads)
})
