import { describe, expect, it } from 'vitest'
import { type Titled, uniqueRefs, withTitles } from './local-titles.ts'

const MOVIE = { media_type: 'movie', tmdb_id: 1, title: 'Paper Lanterns' } as const
const SHOW = { media_type: 'tv', tmdb_id: 1, title: 'Harbour Nine' } as const
const BOOK = { media_type: 'book', title: 'Tidewater Ledger' } as const
const UNVERIFIED = { media_type: 'movie', tmdb_id: 2, title: 'that one', title_unverified: true } as const

describe('titles in the language of the reader (C58)', () => {
  it('are asked for once each, of movies and shows that the provider named', () => {
    expect(uniqueRefs([MOVIE, SHOW, BOOK, MOVIE, UNVERIFIED, { media_type: 'movie' }])).toEqual([
      { media_type: 'movie', tmdb_id: 1 },
      { media_type: 'tv', tmdb_id: 1 },
    ])
    expect(uniqueRefs([])).toEqual([])
  })

  it('replace the stored ones where they are known, in every row of that title', () => {
    const rows: readonly Titled[] = [MOVIE, SHOW, BOOK, MOVIE]
    const refs = uniqueRefs(rows)
    const shown = withTitles(rows, refs, ['Papierlaternen', undefined])
    expect(shown.map(({ title }) => title)).toEqual([
      'Papierlaternen',
      'Harbour Nine',
      'Tidewater Ledger',
      'Papierlaternen',
    ])
    // The others are the same objects: their rows are not drawn again.
    expect([shown[1], shown[2]]).toEqual([SHOW, BOOK])
    expect(shown[1]).toBe(SHOW)
    expect(withTitles(rows, refs, ['Paper Lanterns', undefined])[0]).toBe(MOVIE)
  })

  it('C69 leave what the requester wrote as it is', () => {
    const rows = [{ ...MOVIE, title: 'that one', title_unverified: true as const }, MOVIE]
    const shown = withTitles(rows, uniqueRefs(rows), ['Papierlaternen'])
    expect(shown.map(({ title }) => title)).toEqual(['that one', 'Papierlaternen'])
  })
})
