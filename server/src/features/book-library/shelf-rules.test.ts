import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LibraryBook } from '#ports/book-library.ts'
import { createShelfBuilder, isAvailable, pictureUrl, type ShelfTitle } from './shelf-rules.ts'

const BOOK: LibraryBook = {
  record_id: 1,
  author_id: 7,
  foreign_book_id: 'hc:1',
  works: [],
  editions: [],
  isbns: [],
  asins: [],
  title: 'The Tidewater Ledger',
  series_title: '',
  year: null,
  monitored: false,
  has_file: false,
  format: 'ebook',
  cover: null,
}

function shelve(
  books: readonly Partial<LibraryBook>[],
  single: 'ebook' | 'audiobook' | null = null,
): ShelfTitle[] {
  const builder = createShelfBuilder('in_1')
  books.forEach((book, i) => builder.take({ ...BOOK, record_id: i + 1, ...book }))
  return builder.finish(single)
}

describe('the titles of a shelf (1:4.10)', () => {
  it('are told by the ebook, completed by the other format, in either order', () => {
    const spoken: Partial<LibraryBook> = {
      format: 'audiobook',
      title: 'The Tidewater Ledger (Unabridged)',
      series_title: 'Saltmarsh #2',
      year: 2023,
      cover: { manager_path: 'MediaCover/Books/2/cover.jpg' },
      editions: ['hc:5'],
    }
    const print: Partial<LibraryBook> = {
      series_title: 'Saltmarsh',
      year: 2022,
      editions: ['hc:4'],
      cover: null,
    }
    for (const books of [
      [spoken, print],
      [print, spoken],
    ]) {
      expect(shelve(books)).toMatchObject([
        {
          title: 'The Tidewater Ledger',
          year: 2022,
          series: { name: 'Saltmarsh', position: '2' },
          cover: '/api/instances/in_1/proxy/MediaCover/Books/2/cover.jpg',
          identity_keys: expect.arrayContaining(['edition:hc:4', 'edition:hc:5']),
        },
      ])
    }
  })

  it('C7: are of the single format where records name none', () => {
    expect(shelve([{ format: null }], 'audiobook')[0]?.records[0]?.format).toBe('audiobook')
    expect(shelve([{ format: null }])[0]?.records[0]?.format).toBeNull()
  })

  it('hold every record once, merge by the id of the manager alone, and never without one', () => {
    const ids = fc.constantFrom('', '', 'hc:1', 'hc:2', 'gr:1', '1')
    const books = fc.array(
      fc.record({
        foreign_book_id: ids,
        title: fc.constantFrom('The same', 'Another'),
        has_file: fc.boolean(),
        format: fc.constantFrom('ebook' as const, 'audiobook' as const, null),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(books, all => {
        const titles = shelve(all)
        const records = titles.flatMap(title => title.records.map(record => record.record_id))
        expect(records.toSorted((a, b) => a - b)).toEqual(all.map((_, i) => i + 1))
        for (const title of titles) {
          if (title.foreign_book_id === '') expect(title.records).toHaveLength(1)
          for (const { record_id } of title.records) {
            expect(all[record_id - 1]?.foreign_book_id).toBe(title.foreign_book_id)
          }
          expect(isAvailable(title)).toBe(title.records.some(({ record_id }) => all[record_id - 1]?.has_file))
        }
        const named = titles.map(title => title.foreign_book_id).filter(id => id !== '')
        expect(new Set(named).size).toBe(named.length)
      }),
    )
  })

  it.each([
    [null, null],
    [{ remote_url: 'https://covers.test/1.jpg' }, 'https://covers.test/1.jpg'],
    [{ remote_url: 'http://covers.test/1.jpg' }, null],
    [
      { remote_url: 'https://covers.test/1.jpg', manager_path: 'MediaCover/Books/1/cover.jpg' },
      '/api/instances/in_1/proxy/MediaCover/Books/1/cover.jpg',
    ],
  ])('show %j as %j', (picture, url) => {
    expect(pictureUrl(picture, 'in_1')).toBe(url)
  })
})
