import { describe, expect, it } from 'vitest'
import { createAssembler, splitMessage } from './broadcast-parts.ts'

const LIMIT_BYTES = 8000

describe('parts of a message', () => {
  it.each([
    ['small', { kind: 'x', n: 1 }],
    ['just over the limit', { kind: 'x', text: 'a'.repeat(7900) }],
    ['large and not ASCII', { kind: 'x', text: '🎬é\u0000"\\\n'.repeat(5000) }],
  ])('are each short enough and give the same message again: %s', (_title, message) => {
    const parts = splitMessage(message)
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThan(LIMIT_BYTES)
    const assembler = createAssembler()
    const texts = parts.toReversed().map(part => assembler.add(part))
    expect(texts.slice(0, -1).every(text => text === null)).toBe(true)
    expect(JSON.parse(texts.at(-1) ?? '')).toEqual(message)
  })

  it('of two messages do not mix, and lost ones are forgotten', () => {
    const assembler = createAssembler()
    const message = { kind: 'x', text: 'a'.repeat(9000) }
    const [first = '', second = ''] = splitMessage(message)
    const [otherFirst = ''] = splitMessage(message)
    assembler.add(first)
    assembler.add(otherFirst)
    expect(JSON.parse(assembler.add(second) ?? '')).toEqual(message)
    assembler.add(first)
    assembler.clear()
    expect(assembler.add(second)).toBeNull()
  })
})
