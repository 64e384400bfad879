import { expect, it } from 'vitest'
import { partsOf } from './upload-parts.ts'

it('cuts a file into parts that follow each other and miss nothing', () => {
  expect(partsOf(25, 10)).toEqual([
    { from: 0, to: 10 },
    { from: 10, to: 20 },
    { from: 20, to: 25 },
  ])
  expect(partsOf(10, 10)).toEqual([{ from: 0, to: 10 }])
  expect(partsOf(0, 10)).toEqual([])
})
