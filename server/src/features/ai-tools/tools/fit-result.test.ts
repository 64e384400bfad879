import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitRows } from './fit-result.ts'

it('takes the first rows that fit, and says when some do not', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 })), fc.nat(600), (given, max_bytes) => {
      const { rows, truncated } = fitRows(given, max_bytes)
      expect(rows).toEqual(given.slice(0, rows.length))
      expect(truncated).toBe(rows.length < given.length)
      expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThanOrEqual(max_bytes + 2)
    }),
  )
})
