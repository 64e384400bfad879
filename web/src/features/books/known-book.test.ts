import { describe, expect, it } from 'vitest'
import type { FoundBook } from './found-book.ts'
import { knownBook, seriesOf } from './known-book.ts'

const NOBODY = { owned: undefined, found: undefined, listed: undefined, name: undefined }

const found: FoundBook = {
  foreign_id: 'hc:12',
  title: 'Tidewater',
  author: 'Ida Brandt',
  author_foreign_id: 'hc:9',
  year: '2020',
  series: 'Harbour #2',
  overview: 'A harbour town.',
  cover: undefined,
  pages: 320,
  rating: undefined,
  genres: ['Fantasy'],
  keys: [],
}

describe('what is known of a book', () => {
  it('1:4.10 splits a series at its last number sign, and keeps positions as they are written', () => {
    expect(seriesOf('Harbour #2')).toEqual({ name: 'Harbour', position: '2' })
    expect(seriesOf('The #1 Agency #0.5')).toEqual({ name: 'The #1 Agency', position: '0.5' })
    expect(seriesOf('Harbour')).toEqual({ name: 'Harbour', position: undefined })
    expect(seriesOf(undefined)).toBeUndefined()
  })

  it('is what the address calls it while nobody else knows, and nothing without even that', () => {
    expect(knownBook({ ...NOBODY, name: 'Tidewater' })?.title).toBe('Tidewater')
    expect(knownBook(NOBODY)).toBeNull()
  })

  it('comes from the search where the library has nothing', () => {
    expect(knownBook({ ...NOBODY, found, name: 'other' })).toMatchObject({
      title: 'Tidewater',
      year: '2020',
      authors: [{ name: 'Ida Brandt', foreign_id: 'hc:9' }],
      series: { name: 'Harbour', position: '2' },
    })
  })
})
