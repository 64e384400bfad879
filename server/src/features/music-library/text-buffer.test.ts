import { expect, it } from 'vitest'
import { createTextBuffer } from './text-buffer.ts'

it.each([0, 10, 1_000_000])('expected to hold %i bytes, it holds whatever comes', expected => {
  const buffer = createTextBuffer(expected)
  const texts = Array.from({ length: 500 }, (_, i) => `${i} Žluťoučký 🎶 ${'x'.repeat(i)}`)
  for (const text of texts) buffer.add(text)
  expect(buffer.bytes().toString('utf8')).toBe(texts.join(''))
})
