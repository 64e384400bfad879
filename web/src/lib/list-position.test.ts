import { expect, it } from 'vitest'
import { indexOfPosition, stepFrom } from './list-position.ts'

it('stays with its row while others are added and removed', () => {
  const position = { id: 3, at: 2 }
  expect(indexOfPosition([1, 2, 3, 4], position)).toBe(2)
  expect(indexOfPosition([2, 3, 4], position)).toBe(1)
})

it('moves to the row now at its index when its own is gone, or to the last one', () => {
  expect(indexOfPosition([1, 2, 4], { id: 3, at: 2 })).toBe(2)
  expect(indexOfPosition([1], { id: 3, at: 2 })).toBe(0)
  expect(indexOfPosition([], { id: 3, at: 2 })).toBe(-1)
})

it('steps within the list', () => {
  expect(stepFrom([1, 2, 3], { id: 0, at: 0 }, 1)).toEqual({ id: 2, at: 1 })
  expect(stepFrom([1, 2, 3], { id: 3, at: 2 }, 1)).toEqual({ id: 3, at: 2 })
  expect(stepFrom([1, 2, 3], { id: 1, at: 0 }, -1)).toEqual({ id: 1, at: 0 })
})
