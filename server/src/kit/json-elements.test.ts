import { expect, it } from 'vitest'
import { createArraySplitter, InvalidJsonArray } from './json-elements.ts'

function cut(text: string, step: number): unknown[] {
  const found: unknown[] = []
  const splitter = createArraySplitter(element => found.push(element))
  const bytes = Buffer.from(text)
  for (let i = 0; i < bytes.length; i += step) splitter.write(bytes.subarray(i, i + step))
  splitter.end()
  return found
}

const ARRAYS = [
  [],
  [{}],
  [1, 'two', null, true, [3, [4]], { five: { six: ['7'] } }],
  [{ title: 'a "quoted" \\ and ] } , [ { sign' }, { title: '\\' }, { title: '"' }],
  [{ title: 'Žluťoučký 🎶 kůň' }, { title: '\u2028\n\t' }],
]

it.each(ARRAYS.map(array => [JSON.stringify(array), array]))('cuts %s wherever it is broken', (_, array) => {
  for (const text of [JSON.stringify(array), ` \n${JSON.stringify(array, null, 2)}\r\n`]) {
    for (const step of [1, 2, 3, 7, 1000]) expect(cut(text, step)).toEqual(array)
  }
})

it.each([
  '',
  '{}',
  '<!doctype html>',
  '[',
  '[{"a":1}',
  '[{"a":1},',
  '[1,]',
  '[,1]',
  '[1]]',
  '[1}',
  '[1] x',
  '[a]',
  '"["',
])('refuses %s, which is not a complete array', text => {
  for (const step of [1, 1000]) expect(() => cut(text, step)).toThrow(InvalidJsonArray)
})

it('refuses an element beyond its limit, in one part or in many, and counts each for itself', () => {
  const write = (text: string, step: number) => {
    const splitter = createArraySplitter(() => {}, { max_bytes: 100 })
    const bytes = Buffer.from(text)
    for (let i = 0; i < bytes.length; i += step) splitter.write(bytes.subarray(i, i + step))
    splitter.end()
  }
  const long = JSON.stringify('x'.repeat(99))
  for (const step of [1, 30, 1000]) {
    expect(() => write(`[1,${long},2]`, step)).toThrow(InvalidJsonArray)
    // Also one that never ends.
    expect(() => write(`["${'x'.repeat(200)}`, step)).toThrow(InvalidJsonArray)
    write(JSON.stringify(Array.from({ length: 50 }, () => 'x'.repeat(90))), step)
  }
})

it('keeps nothing of a chunk that its giver uses again', () => {
  const found: unknown[] = []
  const splitter = createArraySplitter(element => found.push(element))
  const chunk = Buffer.alloc(4)
  for (const text of ['["a', 'bcde', 'f"]']) {
    chunk.fill(0)
    chunk.write(text)
    splitter.write(chunk.subarray(0, text.length))
  }
  splitter.end()
  expect(found).toEqual(['abcdef'])
})
