import type { Selection } from '@foyer/contract/requests/requests'
import { describe, expect, it } from 'vitest'
import { isRetired, readSelection } from './selection-rules.ts'

const ALBUM = '0f6a2f3a-6f0e-4a53-9f63-2d1b2b3c4d5e'
const OTHER_ALBUM = '1f6a2f3a-6f0e-4a53-9f63-2d1b2b3c4d5e'

const wishOf = (selection: Selection) => {
  const read = readSelection(selection)
  return 'wanted' in read ? read.wanted : read.problems
}

describe('a selection (1/4.6)', () => {
  it.each<[string, Selection, object]>([
    [
      'a movie',
      { media_type: 'movie', tmdb_id: 603, title: ' The Matrix ', quality_profile_id: 4 },
      { identity: 'movie:603', tmdb_id: 603, title: 'The Matrix', quality_profile_id: 4 },
    ],
    [
      'a default quality',
      { media_type: 'movie', tmdb_id: 1, quality_profile_id: 0 },
      { quality_profile_id: null },
    ],
    [
      'a show by seasons, each once and in order',
      { media_type: 'tv', tmdb_id: 1399, seasons: [3, 1, 3], season_scope: 'first', tvdb_id: 121_361 },
      { identity: 'tv:1399', seasons: [1, 3], scope: 'first', tvdb_id: 121_361 },
    ],
    [
      'a hint that makes no sense',
      { media_type: 'tv', tmdb_id: 1, tvdb_id: -5 },
      { tvdb_id: null, seasons: null },
    ],
    [
      'a book in both formats unless one is named',
      { media_type: 'book', foreign_id: 'hc:12' },
      { identity: 'book:hc:12', formats: ['ebook', 'audiobook'] },
    ],
    [
      'one format',
      { media_type: 'book', foreign_id: '12', book_format: 'audiobook', search_term: '' },
      { formats: ['audiobook'], search_term: null },
    ],
    [
      'an album by its release group',
      { media_type: 'music', foreign_id: ALBUM },
      { identity: `music:${ALBUM}`, foreign_id: ALBUM, catalog_ref: null },
    ],
    [
      'an album by a reference to the same',
      { media_type: 'music', catalog_ref: { provider: 'music_catalog', id: ALBUM } },
      { identity: `music:${ALBUM}`, foreign_id: ALBUM },
    ],
    [
      'a book by the longest id there may be (1/4.4)',
      { media_type: 'book', foreign_id: 'é'.repeat(128) },
      { foreign_id: 'é'.repeat(128) },
    ],
    [
      'the longest words there may be, by characters and not by their halves',
      { media_type: 'book', foreign_id: '1', title: '🎺'.repeat(512), search_term: 'x'.repeat(512) },
      { title: '🎺'.repeat(512), search_term: 'x'.repeat(512) },
    ],
    [
      'an album by a release, whose group is not known yet',
      { media_type: 'music', catalog_ref: { provider: 'music_catalog_release', id: ALBUM } },
      { identity: `music-release:${ALBUM}`, foreign_id: null },
    ],
  ])('is read: %s', (_name, selection, expected) => {
    expect(wishOf(selection)).toMatchObject(expected)
  })

  it.each<[string, Selection]>([
    ['tmdb_id', { media_type: 'movie' }],
    ['tmdb_id', { media_type: 'tv', tmdb_id: 0 }],
    ['tmdb_id', { media_type: 'movie', tmdb_id: 1.5 }],
    ['tmdb_id', { media_type: 'movie', tmdb_id: 2 ** 31 }],
    ['title', { media_type: 'movie', tmdb_id: 1, title: 'x'.repeat(513) }],
    ['title', { media_type: 'movie', tmdb_id: 1, title: '🎺'.repeat(513) }],
    ['title', { media_type: 'movie', tmdb_id: 1, title: 'a\0b' }],
    ['search_term', { media_type: 'book', foreign_id: '1', search_term: 'x'.repeat(513) }],
    ['quality_profile_id', { media_type: 'movie', tmdb_id: 1, quality_profile_id: -1 }],
    ['seasons', { media_type: 'tv', tmdb_id: 1, seasons: [] }],
    ['seasons', { media_type: 'tv', tmdb_id: 1, seasons: [0] }],
    ['seasons', { media_type: 'tv', tmdb_id: 1, seasons: [1.5] }],
    ['seasons', { media_type: 'tv', tmdb_id: 1, seasons: Array.from({ length: 201 }, (_, i) => i + 1) }],
    ['foreign_id', { media_type: 'book' }],
    ['foreign_id', { media_type: 'book', foreign_id: ' ' }],
    ['foreign_id', { media_type: 'book', foreign_id: 'a\0b' }],
    // 1/4.4: 256 bytes, not characters.
    ['foreign_id', { media_type: 'book', foreign_id: `${'é'.repeat(128)}x` }],
    ['foreign_id', { media_type: 'music' }],
    ['foreign_id', { media_type: 'music', foreign_id: ALBUM.toUpperCase() }],
    ['foreign_id', { media_type: 'music', foreign_id: 'not-a-uuid' }],
    ['catalog_ref', { media_type: 'music', catalog_ref: { provider: 'somewhere', id: ALBUM } }],
    ['catalog_ref', { media_type: 'music', catalog_ref: { provider: 'music_catalog', id: '12' } }],
    [
      'catalog_ref',
      { media_type: 'music', foreign_id: ALBUM, catalog_ref: { provider: 'music_catalog', id: OTHER_ALBUM } },
    ],
  ])('is refused beside its field: %s of %j', (field, selection) => {
    expect(Object.keys(wishOf(selection))).toContain(field)
    expect(readSelection(selection)).toHaveProperty('problems')
  })

  it('of the retired book catalogue is told apart, whatever else it says (1:4.6)', () => {
    const catalog_ref = { provider: 'openlibrary', id: 'OL1W' }
    expect(isRetired({ media_type: 'book', catalog_ref, foreign_id: '12' })).toBe(true)
    expect(isRetired({ media_type: 'music', catalog_ref })).toBe(false)
    expect(isRetired({ media_type: 'book', foreign_id: '12' })).toBe(false)
  })
})
