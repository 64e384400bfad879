import type { TrendingBook } from '@foyer/contract/discover-books'
import { describe, expect, it } from 'vitest'
import type { FoundBook } from '../search/found-book.ts'
import { byPlace, knownBook, seriesOf } from './known-book.ts'

const NOBODY = {
  owned: undefined,
  found: undefined,
  listed: undefined,
  list_source: undefined,
  name: undefined,
}

const found: FoundBook = {
  foreign_id: 'hc:12',
  title: 'Tidewater',
  author: 'Ida Brandt',
  author_foreign_id: 'hc:9',
  author_picture: undefined,
  year: '2020',
  series: 'Harbour #2',
  overview: 'A harbour town.',
  cover: undefined,
  pages: 320,
  rating: undefined,
  genres: ['Fantasy'],
  keys: [],
}

const listed: TrendingBook = {
  book_provider_id: 12,
  foreign_id: 'bp:12',
  title: 'Tidewater',
  authors: ['Ida Brandt'],
  year: 2020,
  rating: null,
  ratings_count: 3,
  readers_count: 9,
  description: null,
  image_url: null,
  series: null,
  series_position: null,
  isbn13s: [],
}

describe('the known facts of a book', () => {
  it('1:4.10 splits a series at its last number sign, and keeps positions as they are written', () => {
    expect(seriesOf('Harbour #2')).toEqual({ name: 'Harbour', position: '2' })
    expect(seriesOf('The #1 Agency #0.5')).toEqual({ name: 'The #1 Agency', position: '0.5' })
    expect(seriesOf('Harbour')).toEqual({ name: 'Harbour', position: undefined })
    expect(seriesOf(undefined)).toBeUndefined()
  })

  it('uses the title from the address while no source knows it, and is null without one', () => {
    expect(knownBook({ ...NOBODY, name: 'Tidewater' })?.title).toBe('Tidewater')
    expect(knownBook(NOBODY)).toBeNull()
  })

  it('names the source of a rating: the list, otherwise the catalogue of the library', () => {
    const rated = { ...found, rating: 4.1 }
    const list = { listed: { ...listed, rating: 4.6 }, list_source: 'Hardcover' }
    expect(knownBook({ ...NOBODY, ...list, found: rated })?.facts.rating).toEqual({
      value: 4.6,
      source: 'Hardcover',
    })
    const unrated = { ...list, listed: { ...listed, rating: null } }
    expect(knownBook({ ...NOBODY, ...unrated, found: rated })?.facts.rating).toEqual({
      value: 4.1,
      source: undefined,
    })
    expect(knownBook({ ...NOBODY, ...unrated, found })?.facts.rating).toBeUndefined()
  })

  it('comes from the search if the library does not have it', () => {
    expect(knownBook({ ...NOBODY, found, name: 'other' })).toMatchObject({
      title: 'Tidewater',
      year: '2020',
      authors: [{ name: 'Ida Brandt', foreign_id: 'hc:9' }],
      series: { name: 'Harbour', position: '2' },
    })
  })
})

it('stand in reading order, and without a position at the end', () => {
  const books = ['Harbour', 'Harbour #10', 'Harbour #2.5', undefined, 'Harbour #2'].map(series => ({
    series,
  }))
  expect(books.toSorted(byPlace).map(({ series }) => series)).toEqual([
    'Harbour #2',
    'Harbour #2.5',
    'Harbour #10',
    'Harbour',
    undefined,
  ])
})
