import { expect, it } from 'vitest'
import { moveInstance } from './instance-order.ts'

const three = [
  { id: 'a', sort_order: 0 },
  { id: 'b', sort_order: 1 },
  { id: 'c', sort_order: 2 },
]

it('1/I swaps neighbours and writes only those', () => {
  expect(moveInstance(three, 'b', -1)).toEqual([
    { id: 'b', sort_order: 0 },
    { id: 'a', sort_order: 1 },
  ])
})

it('1/I renumbers equal positions', () => {
  const equal = three.map(one => ({ ...one, sort_order: 0 }))
  expect(moveInstance(equal, 'a', 1)).toEqual([
    { id: 'a', sort_order: 1 },
    { id: 'c', sort_order: 2 },
  ])
})

it.each([
  ['a', -1],
  ['c', 1],
  ['gone', 1],
] as const)('leaves %s where it is when it cannot go %i', (id, by) => {
  expect(moveInstance(three, id, by)).toEqual([])
})
