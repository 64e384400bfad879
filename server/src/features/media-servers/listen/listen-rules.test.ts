import { describe, expect, it } from 'vitest'
import { audioKeys, carriesKey, listenUrl, searchTerms } from './listen-rules.ts'

const ids = (asins: string[], isbns: string[]) => ({
  foreign_book_id: 'hc:1',
  works: ['hc:1'],
  editions: [],
  asins,
  isbns,
})

describe('identifiers of a recording (2:4.13.7)', () => {
  it('are valid ones only, in one form', () => {
    expect(audioKeys(ids(['b0abcd1234', 'short'], ['0-306-40615-2', '9780306406158', '0306406152']))).toEqual(
      ['isbn13:9780306406157', 'asin:B0ABCD1234'],
    )
    expect(audioKeys({ ...ids([], []), editions: ['az:B0ABCD1234'] })).toEqual(['asin:B0ABCD1234'])
  })

  it.each([
    [{ asin: 'b0abcd1234', isbn: null }, true],
    [{ asin: null, isbn: '978-0-306-40615-7' }, true],
    [{ asin: null, isbn: '0306406152' }, true],
    [{ asin: 'B0ABCD12345', isbn: '97803064061570' }, false],
    [{ asin: null, isbn: null }, false],
  ])('are compared exactly: %o', (item, expected) => {
    expect(carriesKey(new Set(['isbn13:9780306406157', 'asin:B0ABCD1234']), item)).toBe(expected)
  })

  it('are searched by what both forms of an ISBN share, and after the title', () => {
    const keys = ['isbn13:9780306406157', 'isbn13:9790306406156', 'asin:B0ABCD1234']
    expect(searchTerms(' Quiet Harbor ', keys)).toEqual([
      'Quiet Harbor',
      '030640615',
      '9790306406156',
      'B0ABCD1234',
    ])
    expect(searchTerms('Quiet Harbor', [])).toEqual([])
    const many = Array.from({ length: 50 }, (_, i) => `asin:B0000000${10 + i}`)
    expect(searchTerms('', many)).toHaveLength(20)
  })

  it('lead to the page of the item below the address for people', () => {
    expect(listenUrl('https://listen.example/', 'a b')).toBe('https://listen.example/item/a%20b')
  })
})
