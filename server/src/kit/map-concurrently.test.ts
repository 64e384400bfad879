import { expect, it } from 'vitest'
import { mapConcurrently } from './map-concurrently.ts'

const ITEMS = Array.from({ length: 10 }, (_, i) => i)

it('keeps the order, and no more under way than it may', async () => {
  let underWay = 0
  let most = 0
  const doubled = await mapConcurrently(ITEMS, 4, async item => {
    most = Math.max(most, ++underWay)
    // The later ones of a round end first.
    for (let turn = item % 4; turn < 4; turn++) await Promise.resolve()
    underWay -= 1
    return item * 2
  })
  expect(doubled).toEqual(ITEMS.map(item => item * 2))
  expect(most).toBe(4)
  expect(await mapConcurrently([], 4, () => 1)).toEqual([])
})

it('begins nothing more once one has failed', async () => {
  const begun: number[] = []
  const failing = mapConcurrently(ITEMS, 2, async item => {
    begun.push(item)
    await Promise.resolve()
    if (item === 2) throw new Error('silent')
  })
  await expect(failing).rejects.toThrow('silent')
  await Promise.resolve()
  expect(begun.length).toBeLessThanOrEqual(4)
})
