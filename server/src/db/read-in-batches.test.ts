import { expect, it } from 'vitest'
import { readInBatches } from './read-in-batches.ts'

it('reads a long list in a few statements, and an empty one in none', async () => {
  const sizes: number[] = []
  const read = (length: number) =>
    readInBatches(
      Array.from({ length }, (_, i) => i),
      async some => {
        sizes.push(some.length)
        return some.map(key => `row ${key}`)
      },
    )
  expect(await read(0)).toEqual([])
  expect(sizes).toEqual([])
  const rows = await read(2001)
  expect(sizes).toEqual([1000, 1000, 1])
  expect(rows).toHaveLength(2001)
  expect([rows[0], rows[1000], rows[2000]]).toEqual(['row 0', 'row 1000', 'row 2000'])
})
