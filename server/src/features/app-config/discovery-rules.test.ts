import { describe, expect, it } from 'vitest'
import type { SavedDiscovery } from './app-config-settings.ts'
import {
  applyDiscoveryChange,
  effectiveSource,
  effectiveHiddenTypes,
  presentDiscovery,
} from './discovery-rules.ts'

const shown = { movie: false, tv: false, book: false, music: false }
const untouched: SavedDiscovery = { source: null, english_only: null, hidden_when_unconfigured: shown }
const all: SavedDiscovery = {
  source: 'tmdb_popular',
  english_only: true,
  hidden_when_unconfigured: { movie: true, tv: true, book: true, music: true },
}

describe('a partial change (1/4.2)', () => {
  it.each([
    ['nothing', {}],
    ['no type by name', { hidden_when_unconfigured: {} }],
    ['undefined fields', { source: undefined, hidden_when_unconfigured: { tv: undefined } }],
  ])('with %s decides nothing', (_what, change) => {
    expect(applyDiscoveryChange(untouched, change)).toBeNull()
  })

  it.each([
    [{ english_only: false }, { ...untouched, english_only: false }],
    [{ source: 'tmdb_trending' as const }, { ...untouched, source: 'tmdb_trending' }],
    [
      { hidden_when_unconfigured: { book: true } },
      { ...untouched, hidden_when_unconfigured: { ...shown, book: true } },
    ],
  ])('%j touches only what it names', (change, expected) => {
    expect(applyDiscoveryChange(untouched, change)).toEqual(expected)
  })

  it('keeps what it does not name, false included', () => {
    expect(applyDiscoveryChange(all, { hidden_when_unconfigured: { tv: false } })).toEqual({
      ...all,
      hidden_when_unconfigured: { ...all.hidden_when_unconfigured, tv: false },
    })
    expect(applyDiscoveryChange(all, { english_only: false })).toEqual({ ...all, english_only: false })
  })
})

describe('the effective row source (1/4.2)', () => {
  it.each([
    [null, true, 'listsrc_trending'],
    [null, false, 'tmdb_trending'],
    ['tmdb_popular', true, 'tmdb_popular'],
    ['listsrc_trending', false, 'listsrc_trending'],
  ] as const)('saved %s with a list provider %s is %s', (source, configured, effective) => {
    expect(effectiveSource({ ...untouched, source }, configured)).toBe(effective)
  })

  it('R15: filters no language until somebody asks for it, and says what was decided', () => {
    expect(presentDiscovery(untouched, true)).toEqual({
      source: 'listsrc_trending',
      source_saved: false,
      english_only: false,
      hidden_when_unconfigured: shown,
      sources: ['tmdb_trending', 'listsrc_trending', 'tmdb_popular'],
      list_provider_configured: true,
    })
    expect(presentDiscovery(all, false)).toMatchObject({ source_saved: true, english_only: true })
  })
})

describe('hidden types in effect (1:4.2)', () => {
  it.each([
    [all, [], ['movie', 'tv', 'book', 'music']],
    [all, ['music_manager', 'movie_manager'], ['tv', 'book']],
    [all, ['movie_manager', 'tv_manager', 'book_manager', 'music_manager'], []],
    [all, ['transcoder', 'invite_server'], ['movie', 'tv', 'book', 'music']],
    [untouched, [], []],
  ] as const)('follow the preference and the full inventory', (saved, types, hidden) => {
    expect(
      effectiveHiddenTypes(
        saved,
        types.map(service_type => ({ service_type })),
      ),
    ).toEqual(hidden)
  })
})
