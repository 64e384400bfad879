import { expect, it } from 'vitest'
import { authorLinks, bookLinks, isbnOf } from './book-links.ts'

const urls = (links: readonly { url: string }[]) => links.map(({ url }) => url)

it('leads from every id of a book to its pages elsewhere', () => {
  expect(urls(bookLinks(['hc:4401'], ['work:hc:4401', 'work:gr:77002', 'work:ol:OL45W']))).toEqual([
    'https://hardcover.app/id/book/4401',
    'https://www.goodreads.com/work/editions/77002',
    'https://openlibrary.org/works/OL45W',
  ])
})

it('knows the numbers of the list and of Readarr', () => {
  expect(urls(bookLinks(['bp:377002'], []))).toEqual(['https://hardcover.app/id/book/377002'])
  expect(urls(bookLinks(['77002'], []))).toEqual(['https://www.goodreads.com/work/editions/77002'])
})

it('finds a book at Open Library by its ISBN when it has no other id there', () => {
  const keys = ['isbn13:0', 'isbn13:9780000000002', 'isbn13:9780000000019']
  expect(isbnOf(keys)).toBe('9780000000002')
  expect(urls(bookLinks([], keys))).toEqual(['https://openlibrary.org/isbn/9780000000002'])
  expect(urls(bookLinks(['ol:OL45W'], keys))).toEqual(['https://openlibrary.org/works/OL45W'])
})

it('leads to the pages of an author', () => {
  expect(urls(authorLinks('hc:901'))).toEqual(['https://hardcover.app/id/authors/901'])
  expect(urls(authorLinks('gr:5005'))).toEqual(['https://www.goodreads.com/author/show/5005'])
  expect(urls(authorLinks('ol:OL7A'))).toEqual(['https://openlibrary.org/authors/OL7A'])
})

it('makes no link of an id that is unknown or malformed', () => {
  expect(bookLinks(['az:B000000001', 'gr:../evil', 'hc:0', 'Harbour', ''], ['asin:B000000001'])).toEqual([])
  expect(authorLinks('ol:OL45W')).toEqual([])
})
