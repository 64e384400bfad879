import { expect, it } from 'vitest'
import { placeIn, stepFrom } from './queue-place.ts'

it('stays with its line while others come and go', () => {
  const place = { id: 3, at: 2 }
  expect(placeIn([1, 2, 3, 4], place)).toBe(2)
  expect(placeIn([2, 3, 4], place)).toBe(1)
})

it('takes what stands there now when its line is gone, the last one at the end', () => {
  expect(placeIn([1, 2, 4], { id: 3, at: 2 })).toBe(2)
  expect(placeIn([1], { id: 3, at: 2 })).toBe(0)
  expect(placeIn([], { id: 3, at: 2 })).toBe(-1)
})

it('steps within the list', () => {
  expect(stepFrom([1, 2, 3], { id: 0, at: 0 }, 1)).toEqual({ id: 2, at: 1 })
  expect(stepFrom([1, 2, 3], { id: 3, at: 2 }, 1)).toEqual({ id: 3, at: 2 })
  expect(stepFrom([1, 2, 3], { id: 1, at: 0 }, -1)).toEqual({ id: 1, at: 0 })
})
