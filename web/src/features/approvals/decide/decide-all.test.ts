import { expect, it } from 'vitest'
import { decideAll } from './decide-all.ts'

it('decides each separately and returns the results in order', async () => {
  let busy = 0
  let most = 0
  const outcomes = await decideAll([1, 2, 3, 4, 5], async row => {
    most = Math.max(most, ++busy)
    await Promise.resolve()
    busy -= 1
    if (row === 2) throw new Error('decided by somebody else')
    return row * 10
  })
  expect(outcomes.map(({ row, value, error }) => [row, value, error instanceof Error])).toEqual([
    [1, 10, false],
    [2, undefined, true],
    [3, 30, false],
    [4, 40, false],
    [5, 50, false],
  ])
  expect(most).toBeLessThanOrEqual(3)
  expect(await decideAll([], async () => {})).toEqual([])
})
