import type { BookTitle } from '@foyer/contract/book-library'
import { describe, expect, it } from 'vitest'
import { bookMark, createShelf, formatStatus } from './book-shelf.ts'

const NONE = { monitored: false, downloaded: false }
const THERE = { monitored: true, downloaded: true }
const WANTED = { monitored: true, downloaded: false }

function title(foreign_book_id: string, more: Partial<BookTitle> = {}): BookTitle {
  return {
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
  }
}

describe('titles of a book library', () => {
  it('are found by their own id, by a typed key and by the list number', () => {
    const shelf = createShelf([
      title('hc:1', { identity_keys: ['native:hc:1', 'isbn13:9780306406157', 'bp:7'] }),
    ])
    expect(shelf.find('hc:1')?.foreign_book_id).toBe('hc:1')
    expect(shelf.find('bp:7')?.foreign_book_id).toBe('hc:1')
    expect(shelf.find('x', ['isbn13:9780306406157'])?.foreign_book_id).toBe('hc:1')
    expect(shelf.find('hc:2')).toBeUndefined()
  })

  it('tell which series and authors have a page', () => {
    const shelf = createShelf([title('hc:1', { series: 'Harbour' }), title('hc:2')])
    expect([[...shelf.series], [...shelf.authors]]).toEqual([['Harbour'], ['hc:9']])
  })

  it('1:4.8.7 are not found if two of them match', () => {
    const keys = { identity_keys: ['isbn13:9780306406157'] }
    const shelf = createShelf([title('hc:1', keys), title('hc:2', keys)])
    expect(shelf.find('x', ['isbn13:9780306406157'])).toBeUndefined()
    const apart = createShelf([
      title('hc:1', { identity_keys: ['asin:A'] }),
      title('hc:2', { identity_keys: ['asin:B'] }),
    ])
    expect(apart.find('x', ['asin:A', 'asin:B'])).toBeUndefined()
  })

  it('1/3 have one mark for both formats', () => {
    expect(bookMark(title('a', { ebook: THERE, audiobook: THERE }))).toBe('available')
    expect(bookMark(title('a', { ebook: THERE, audiobook: WANTED }))).toBe('partial')
    expect(bookMark(title('a', { ebook: WANTED }))).toBe('requested')
    expect(bookMark(title('a'))).toBe('unavailable')
    expect(bookMark(undefined)).toBeUndefined()
  })

  it('1:4.8.8 are unknown, not absent, while their formats are unknown', () => {
    expect(formatStatus(title('a', { status_known: false }), 'ebook')).toBe('unknown')
    expect(formatStatus(title('a', { status_known: false, ebook: THERE }), 'ebook')).toBe('available')
    expect(bookMark(title('a', { status_known: false }))).toBe('unknown')
  })
})
