import { expect, test } from 'vitest'
import { applyEdits, NO_EDITS } from './grant-edits.ts'

test('without an edit the saved people stay', () => {
  expect(applyEdits([1, 2], NO_EDITS)).toEqual([1, 2])
})

test('gives and takes away', () => {
  const edits = new Map([
    [1, false],
    [3, true],
  ])
  expect(applyEdits([1, 2], edits)).toEqual([2, 3])
})

test('keeps a grant that was given elsewhere since', () => {
  expect(applyEdits([1, 7], new Map([[1, false]]))).toEqual([7])
})

test('names nobody twice who was given it elsewhere too', () => {
  expect(applyEdits([3], new Map([[3, true]]))).toEqual([3])
})
