import type { BookTitle } from '@foyer/contract/book-library'
import { expect, it } from 'vitest'
import { createShelf } from '../shelf/book-shelf.ts'
import type { FoundBook } from './found-book.ts'
import { missingFound } from './missing-found.ts'

const found = (foreign_id: string, keys: string[] = []): FoundBook => ({
  foreign_id,
  title: `Book ${foreign_id}`,
  author: 'Ida Brandt',
  author_foreign_id: 'hc:9',
  author_picture: undefined,
  year: '2020',
  series: undefined,
  overview: undefined,
  cover: undefined,
  pages: undefined,
  rating: undefined,
  genres: [],
  keys,
})

const NONE = { monitored: false, downloaded: false }

const onShelf = (foreign_book_id: string, more: Partial<BookTitle> = {}): BookTitle => ({
  title: 'Tidewater',
  author: 'Ida Brandt',
  author_foreign_id: 'hc:9',
  author_summaries: [],
  year: 2020,
  series: null,
  series_position: null,
  foreign_book_id,
  identity_keys: [],
  status_known: true,
  cover: null,
  ebook: NONE,
  audiobook: NONE,
  ...more,
})

const SEARCH = { term: 'Ida Brandt', instance_id: 'in_1' }

it('1:4.8.7 leaves out what the library has or expects, under any id, and what it cannot tell', () => {
  const shelf = createShelf([
    onShelf('hc:2', { ebook: { monitored: true, downloaded: true } }),
    onShelf('hc:30', { identity_keys: ['work:gr:3'], audiobook: { monitored: true, downloaded: false } }),
    onShelf('hc:4', { status_known: false }),
    onShelf('hc:5'),
  ])
  const books = [found('hc:1'), found('hc:2'), found('hc:3', ['work:gr:3']), found('hc:4'), found('hc:5')]
  expect(missingFound(books, shelf, SEARCH).map(one => one.foreign_id)).toEqual(['hc:1', 'hc:5'])
})

it('1:4.6 asks for a book by the text that found it, and C7 only in the format that the library holds', () => {
  const [both] = missingFound([found('hc:1', ['work:1'])], createShelf([]), SEARCH)
  expect(both).toEqual({
    media_type: 'book',
    foreign_id: 'hc:1',
    name: 'Book hc:1',
    year: '2020',
    instance_id: 'in_1',
    search_term: 'Ida Brandt',
    keys: ['work:1'],
    formats: ['ebook', 'audiobook'],
  })
  expect(missingFound([found('1')], createShelf([], 'ebook'), SEARCH)[0]?.formats).toEqual(['ebook'])
})
