import { expect, it } from 'vitest'
import { decideAll } from './decide-all.ts'

it('decides on each by itself and says what became of it, in order', async () => {
  let busy = 0
  let most = 0
  const outcomes = await decideAll([1, 2, 3, 4, 5], async row => {
    most = Math.max(most, ++busy)
    await Promise.resolve()
    busy -= 1
    if (row === 2) throw new Error('decided by somebody else')
  })
  expect(outcomes.map(({ row, error }) => [row, error instanceof Error])).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [4, false],
    [5, false],
  ])
  expect(most).toBeLessThanOrEqual(3)
  expect(await decideAll([], async () => {})).toEqual([])
})
