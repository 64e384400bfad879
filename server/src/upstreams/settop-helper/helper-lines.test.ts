import { expect, it } from 'vitest'
import { createLineReader, MAX_LINE_BYTES, MAX_OUTPUT_BYTES } from './helper-lines.ts'

it('puts lines together from any pieces, letters of several bytes included', () => {
  const read = createLineReader()
  const bytes = Buffer.from('{"name":"Küche"}\n{"a":1}\n')
  const lines = [...bytes].flatMap(byte => read(Buffer.from([byte])))
  expect(lines).toEqual([{ name: 'Küche' }, { a: 1 }])
})

it('takes a line of 64 KiB and none that is longer, whether it ends or not', () => {
  const longest = JSON.stringify('x'.repeat(MAX_LINE_BYTES - 2))
  expect(createLineReader()(Buffer.from(`${longest}\n`))).toEqual(['x'.repeat(MAX_LINE_BYTES - 2)])
  expect(() => createLineReader()(Buffer.from(`${longest} \n`))).toThrow('line is too long')
  expect(() => createLineReader()(Buffer.from(`${longest} `))).toThrow('line is too long')
})

it('takes no endless output of short lines', () => {
  const read = createLineReader()
  const chunk = Buffer.from('1\n'.repeat(MAX_OUTPUT_BYTES / 4))
  read(chunk)
  read(chunk)
  expect(() => read(Buffer.from('1\n'))).toThrow('output is too long')
})

it.each([
  ['an empty line', '\n'],
  ['text', 'ready\n'],
  ['half an object', '{"state":\n'],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22, 0x0a])],
])('does not take %s', (_what, output) => {
  expect(() => createLineReader()(Buffer.from(output as string))).toThrow(Error)
})
