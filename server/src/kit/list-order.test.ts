import { describe, expect, it } from 'vitest'
import { believedYear, byName, capped, readLimit, readSort } from './list-order.ts'

describe('the lists of a library (1/4.10)', () => {
  it.each([
    [undefined, 20],
    ['', 20],
    ['x', 20],
    ['5.5', 20],
    ['1e1', 20],
    ['1', 1],
    [' 7 ', 7],
    ['50', 50],
    ['51', 50],
    ['0', 50],
    ['-3', 50],
    ['99999999999999999999', 50],
  ])('reads the limit %j as %i', (text, limit) => {
    expect(readLimit(text)).toBe(limit)
  })

  it('falls back to the first order for a word that it does not know', () => {
    expect([undefined, '', 'name', 'NAME'].map(text => readSort(['books', 'name'], text))).toEqual([
      'books',
      'books',
      'name',
      'books',
    ])
  })

  it('gives at most two hundred rows', () => {
    expect(capped(Array.from({ length: 201 }))).toHaveLength(200)
  })

  it('believes five years ahead and no more', () => {
    expect([2031, 2032, null].map(year => believedYear(year, 2026))).toEqual([2031, null, null])
  })

  it('orders names as people look for them, and never leaves two in doubt', () => {
    expect(['Zoe', 'Åsa', 'adam', 'Adam'].toSorted(byName)).toEqual(['adam', 'Adam', 'Åsa', 'Zoe'])
    expect(byName('e\u0301', '\u00e9')).not.toBe(0)
  })
})
