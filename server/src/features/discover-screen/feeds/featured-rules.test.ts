import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feedPageOfList, gather, MAX_PAGES_READ, ROW_SIZE, wantsMore, withRecord } from './featured-rules.ts'
import type { Row } from './page-rules.ts'

const row = fc.record({ id: fc.nat(200), original_language: fc.constantFrom('en', 'ja') })
const feed = fc.array(fc.array(row, { maxLength: ROW_SIZE }), { minLength: 1, maxLength: 12 })

/** The loop of the service over a feed that is all there. */
function assemble(pages: readonly Row[][], page: number, english_only: boolean) {
  let pages_read = 1
  let rows = gather([], pages[page - 1] ?? [], english_only)
  while (wantsMore({ page, english_only, rows: rows.length, pages_read, total_pages: pages.length })) {
    pages_read += 1
    rows = gather(rows, pages[pages_read - 1] ?? [], english_only)
  }
  return { rows: rows.slice(0, ROW_SIZE), pages_read }
}

describe('refill (1:4.5.4, 1/4.5)', () => {
  it('is English, without repeats, at most twenty, and in the feed’s order', () => {
    fc.assert(
      fc.property(feed, pages => {
        const { rows } = assemble(pages, 1, true)
        expect(rows.every(one => one.original_language === 'en')).toBe(true)
        expect(new Set(rows.map(one => one.id)).size).toBe(rows.length)
        expect(rows.length).toBeLessThanOrEqual(ROW_SIZE)
        const all = gather([], pages.flat(), true).map(one => one.id)
        expect(rows.map(one => one.id)).toEqual(all.slice(0, rows.length))
      }),
    )
  })

  it('reads no more than it needs, than there is, and than five pages', () => {
    fc.assert(
      fc.property(feed, pages => {
        const { rows, pages_read } = assemble(pages, 1, true)
        expect(pages_read).toBeLessThanOrEqual(Math.min(MAX_PAGES_READ, pages.length))
        if (rows.length < ROW_SIZE) expect(pages_read).toBe(Math.min(MAX_PAGES_READ, pages.length))
        const before = gather([], pages.slice(0, pages_read - 1).flat(), true)
        if (pages_read > 1) expect(before.length).toBeLessThan(ROW_SIZE)
      }),
    )
  })

  it('is for page 1 and the language filter alone', () => {
    fc.assert(
      fc.property(feed, fc.integer({ min: 2, max: 500 }), (pages, page) => {
        expect(assemble(pages, 1, false).pages_read).toBe(1)
        expect(assemble(pages, page, true).pages_read).toBe(1)
      }),
    )
  })
})

const TITLE = {
  tmdb_id: 5,
  title: 'Tide',
  overview: 'Water.',
  date: '2026-03-01',
  language: 'en',
  vote_average: 7,
  vote_count: 9,
}

describe('the list provider’s page (1:4.5.4, C21)', () => {
  it('reports another page while this one had entries, also when none can be shown', () => {
    const unknown = { ...TITLE, tmdb_id: null }
    expect(feedPageOfList('movie', 3, { titles: [TITLE], total: 800 })).toMatchObject({
      total_pages: 4,
      total_results: 800,
    })
    expect(feedPageOfList('movie', 3, { titles: [unknown], total: null })).toMatchObject({
      rows: [],
      total_pages: 4,
    })
    expect(feedPageOfList('movie', 3, { titles: [], total: 800 }).total_pages).toBe(3)
  })

  it('names movies and shows by their own fields, and invents nothing', () => {
    const [movie] = feedPageOfList('movie', 1, { titles: [TITLE], total: null }).rows
    expect(movie).toEqual({
      id: 5,
      media_type: 'movie',
      title: 'Tide',
      release_date: '2026-03-01',
      overview: 'Water.',
      poster_path: null,
      backdrop_path: null,
      vote_average: 7,
      vote_count: 9,
      original_language: 'en',
    })
    const [show] = feedPageOfList('tv', 1, { titles: [{ ...TITLE, language: null }], total: null }).rows
    expect(show).toMatchObject({ name: 'Tide', first_air_date: '2026-03-01' })
    expect(show).not.toHaveProperty('original_language')
  })

  it('takes the record’s word over its own, but not its silence', () => {
    const [movie] = feedPageOfList('movie', 1, { titles: [TITLE], total: null }).rows
    const record = {
      id: 5,
      title: 'The Tide',
      overview: null,
      poster_path: '/p.jpg',
      genres: [{ id: 18 }],
      runtime: 3,
    }
    const known = withRecord(movie ?? { id: 5 }, record)
    expect(known).toMatchObject({
      title: 'The Tide',
      overview: 'Water.',
      poster_path: '/p.jpg',
      genre_ids: [18],
    })
    expect(known).not.toHaveProperty('runtime')
    expect(withRecord(known, { id: 5, title: '', overview: '' })).toEqual(known)
    expect(withRecord({ id: 5 }, { id: 5, genres: [] })).toHaveProperty('genre_ids', [])
    expect(withRecord({ id: 5 }, { id: 5 })).not.toHaveProperty('genre_ids')
  })
})
