import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutText } from './text-limits.ts'

describe('a text that is too long', () => {
  it('is cut between two characters and never longer than allowed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 8, max: 60 }),
        (text, max) => {
          const cut = cutText(text, max)
          expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(max)
          expect(cut).not.toContain('�')
          if (Buffer.byteLength(text) <= max) expect(cut).toBe(text)
          else expect(text.startsWith(cut.slice(0, -4))).toBe(true)
        },
      ),
    )
  })
})
