import { describe, expect, it } from 'vitest'
import { importOf, namedByLibrary, readImport } from './import-rules.ts'

const movie = { movie: { id: 1, title: 'The Matrix', tmdbId: 603 }, isUpgrade: false }
const series = { id: 31, title: 'Harbour Nine', tvdbId: 430_001, tmdbId: 800_001 }
const episodes = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ id: i, seasonNumber: 1, episodeNumber: i + 1 }))

const RECORD = {
  author_id: 1,
  title: 'Dune',
  series_title: '',
  year: null,
  monitored: true,
  has_file: true,
  cover: null,
  editions: [],
  isbns: [],
  asins: [],
}

const read = (
  service_type: 'movie_manager' | 'tv_manager' | 'book_manager' | 'music_manager',
  body: unknown,
) => readImport({ service_type, event_type: 'Download' }, body)

describe('what a library manager says was imported', () => {
  it('a movie, new or better', () => {
    expect(read('movie_manager', movie)).toEqual({
      type: 'new_movie',
      kind: 'new',
      identity: 'movie:603',
      parts: [],
      data: { media_type: 'movie', tmdb_id: 603, title: 'The Matrix' },
      download_id: null,
      keys: ['movie:603'],
    })
    expect(read('movie_manager', { ...movie, downloadId: 'D1' })).toMatchObject({ download_id: 'D1' })
    expect(read('movie_manager', { ...movie, isUpgrade: true })).toMatchObject({ kind: 'upgrade' })
  })

  it('episodes, each counted, and the summary that does not say which they are', () => {
    const one = read('tv_manager', { series, episodes: episodes(1), isUpgrade: false })
    expect(one).toMatchObject({ kind: 'new', identity: 'tv:430001', parts: ['1x1'], tvdb_id: 430_001 })
    const all = read('tv_manager', { series, episodes: episodes(26) })
    expect(all).toMatchObject({ kind: 'either', identity: 'tv:430001' })
    expect(all?.parts).toHaveLength(26)
  })

  it('a series that does not say which show it is', () => {
    const found = read('tv_manager', { series: { ...series, tmdbId: 0 }, episodes: episodes(1) })
    expect(found?.data).toEqual({ media_type: 'tv', title: 'Harbour Nine' })
    expect(read('tv_manager', { series: { title: 'x' }, episodes: episodes(1) })).toBeNull()
  })

  it('an album and a book, by their foreign ids', () => {
    const album = { id: 1, title: 'Blue', mbId: 'rg-1' }
    expect(read('music_manager', { album, isUpgrade: false })).toMatchObject({
      type: 'new_music',
      data: { media_type: 'music', foreign_id: 'rg-1', title: 'Blue' },
    })
    const book = { id: 9, title: 'Dune', goodreadsId: 'gr:44' }
    const bookFiles = [{ id: 1, quality: 'EPUB' }]
    expect(read('book_manager', { book, bookFiles, isUpgrade: false })).toMatchObject({
      type: 'new_book',
      identity: 'book:gr:44',
      data: { media_type: 'book', foreign_id: 'gr:44', title: 'Dune', book_format: 'ebook' },
    })
  })

  it('a book as its library names it, which the message does not (chaptarr.md, 8)', () => {
    const book = { id: 9, title: 'Dune', goodreadsId: 'gr:44' }
    const found = read('book_manager', { book, bookFiles: [{ quality: 'EPUB' }], downloadId: 'D1' })
    if (!found) throw new Error('the message was not understood')
    const record = { ...RECORD, record_id: 9, format: 'audiobook' as const }
    const works = ['hc:7', 'gr:44', 'ol:OL1W']
    expect(namedByLibrary(found, { ...record, foreign_book_id: 'hc:7', works })).toEqual({
      ...found,
      identity: 'book:hc:7',
      data: { media_type: 'book', foreign_id: 'hc:7', title: 'Dune', book_format: 'audiobook' },
      other_ids: ['gr:44', 'ol:OL1W'],
    })
    // A record without an id, in a manager without formats.
    expect(namedByLibrary(found, { ...record, foreign_book_id: '', works: [], format: null })).toEqual({
      ...found,
      other_ids: [],
    })
  })

  it.each([
    [['MP3-320', 'M4B'], 'audiobook'],
    [['Unknown Audio'], 'audiobook'],
    [['AZW3'], 'ebook'],
    [['EPUB', 'M4B'], undefined],
    [[undefined], undefined],
    [[], undefined],
  ])('the format of a book from its files %j: %s', (qualities, expected) => {
    const bookFiles = qualities.map(quality => ({ id: 1, quality }))
    const found = read('book_manager', { book: { id: 9, title: 'Dune', goodreadsId: 'gr:0' }, bookFiles })
    expect(found?.data).toEqual({
      media_type: 'book',
      title: 'Dune',
      ...(expected && { book_format: expected }),
    })
    expect(found?.identity).toBe('book:record-9')
  })

  it.each([
    ['Test', movie],
    ['Grab', movie],
    ['MovieFileDelete', movie],
    ['Download', {}],
    ['Download', { movie: { title: 'No number' } }],
    ['Download', null],
  ])('nothing from %s %j', (event_type, body) =>
    expect(readImport({ service_type: 'movie_manager', event_type }, body)).toBeNull(),
  )
})

describe('the same import, whether a webhook or the history says so (C60)', () => {
  const file = { history_id: 9, at: '2026-11-15T09:00:00.000Z', download_id: 'D1', is_upgrade: false }
  const sameKeys = (found: ReturnType<typeof importOf>, body: ReturnType<typeof read>) => {
    expect(found?.keys).toEqual(body?.keys)
    expect(found?.download_id).toBe(body?.download_id)
  }

  it('of a movie and an album', () => {
    const found = importOf({ ...file, title: { media_type: 'movie', tmdb_id: 603, title: 'The Matrix' } })
    // The row says beside that when it came in.
    expect(found).toEqual({ ...read('movie_manager', { ...movie, downloadId: 'D1' }), at: file.at })
    const title = { media_type: 'music', foreign_id: 'mb', title: 'It' } as const
    const album = { album: { title: 'It', mbId: 'mb' }, downloadId: 'D1' }
    sameKeys(importOf({ ...file, title }), read('music_manager', album))
  })

  it('of an episode, by either id of its series', () => {
    for (const ids of [{ tvdb_id: 430_001, tmdb_id: 800_001 }, { tmdb_id: 800_001 }]) {
      const title = { media_type: 'tv', title: 'It', season_number: 1, episode_number: 1, ...ids } as const
      const said = { title: 'It', tvdbId: ids.tvdb_id, tmdbId: ids.tmdb_id }
      const body = read('tv_manager', { series: said, episodes: episodes(1), downloadId: 'D1' })
      sameKeys(importOf({ ...file, title }), body)
    }
    const nameless = { media_type: 'tv', title: 'It', season_number: 1, episode_number: 1 } as const
    expect(importOf({ ...file, title: nameless })).toBeNull()
  })

  it('of a book, by its record, whatever the foreign ids are', () => {
    const title = {
      media_type: 'book',
      record_id: 4,
      foreign_id: 'hc:1',
      title: 'It',
      quality: 'MP3',
    } as const
    const body = { book: { id: 4, title: 'It', goodreadsId: 'gr:2' }, downloadId: 'D1' }
    const found = importOf({ ...file, title })
    sameKeys(found, read('book_manager', body))
    expect(found?.data).toMatchObject({ foreign_id: 'hc:1', book_format: 'audiobook' })
  })

  it('that came by no download is known by its row, and one that replaced something as better', () => {
    const title = { media_type: 'movie', tmdb_id: 603, title: 'The Matrix' } as const
    expect(importOf({ ...file, download_id: null, is_upgrade: true, title })).toMatchObject({
      kind: 'upgrade',
      download_id: 'history-9',
    })
  })
})
