import { expect, it } from 'vitest'
import { eachOnce } from './each-once.ts'

it('keeps the order and the first place of what comes twice', () => {
  const rows = ['a', 'b', 'a', 'c', 'b'].map((id, at) => ({ id, at }))
  expect(eachOnce(rows)).toEqual([
    { id: 'a', at: 0 },
    { id: 'b', at: 1 },
    { id: 'c', at: 3 },
  ])
})
