import { expect, it } from 'vitest'
import { readableValue } from './readable-value.ts'

const WORDS = {
  none: 'Not set',
  empty: 'Empty',
  on: 'On',
  off: 'Off',
  number: (value: number) => value.toLocaleString('en'),
}

it.each([
  [null, 'Not set'],
  [true, 'On'],
  [false, 'Off'],
  [0, '0'],
  [-10_000, '-10,000'],
  ['', 'Empty'],
  ['Bluray-1080p', 'Bluray-1080p'],
  [[], 'Empty'],
  [{}, 'Empty'],
  [['WEB', 'HDTV'], 'WEB\nHDTV'],
  [{ name: 'x265', score: 50 }, 'name: x265\nscore: 50'],
])('%j reads %j', (value, text) => {
  expect(readableValue(value, WORDS)).toBe(text)
})
