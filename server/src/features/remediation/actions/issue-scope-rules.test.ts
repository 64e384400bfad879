import { describe, expect, it } from 'vitest'
import {
  deletedPlaceOf,
  isDownloadOf,
  isForRules,
  isSameTitle,
  type IssueScope,
  mediaTypeOf,
  searchPlaceOf,
  tmdbIdOf,
} from './issue-scope-rules.ts'

const MOVIE: IssueScope = {
  media_type: 'movie',
  tmdb_id: 5,
  tvdb_id: null,
  foreign_id: null,
  book_format: null,
  season_number: null,
  episode_number: null,
  download_id: null,
}
const SHOW: IssueScope = { ...MOVIE, media_type: 'tv', tmdb_id: 6, tvdb_id: 60 }
const SEASON = { ...SHOW, season_number: 2 }
const EPISODE = { ...SEASON, episode_number: 3 }
const BOOK: IssueScope = {
  ...MOVIE,
  media_type: 'book',
  tmdb_id: null,
  foreign_id: 'hc:1',
  book_format: 'ebook',
}
const refused = /title of its issue/

describe('an action concerns the title of its issue and nothing else (2:4.9)', () => {
  it('takes the media type and the id of the issue, and refuses others', () => {
    expect(mediaTypeOf(MOVIE, undefined)).toBe('movie')
    expect(mediaTypeOf(MOVIE, 'movie')).toBe('movie')
    expect(() => mediaTypeOf(MOVIE, 'tv')).toThrow(refused)
    expect(() => mediaTypeOf({ media_type: 'system' }, undefined)).toThrow('not about a title')
    expect(tmdbIdOf(MOVIE, undefined)).toBe(5)
    expect(() => tmdbIdOf(MOVIE, 550)).toThrow(refused)
    expect(tmdbIdOf({ ...SHOW, tmdb_id: null }, 6)).toBeNull()
  })

  it('searches for what the issue is about, or for its whole season', () => {
    expect(searchPlaceOf(EPISODE, {})).toEqual({ season: 2, episode: 3 })
    expect(searchPlaceOf(EPISODE, { season: 2, episode: 3 })).toEqual({ season: 2, episode: 3 })
    expect(searchPlaceOf(EPISODE, { season: 2 })).toEqual({ season: 2 })
    expect(searchPlaceOf(SEASON, {})).toEqual({ season: 2 })
    expect(searchPlaceOf(SEASON, { episode: 9 })).toEqual({ season: 2, episode: 9 })
    expect(searchPlaceOf(SHOW, { season: 4 })).toEqual({ season: 4 })
    expect(searchPlaceOf(MOVIE, {})).toEqual({})
    expect(() => searchPlaceOf(EPISODE, { season: 1 })).toThrow(refused)
    expect(() => searchPlaceOf(EPISODE, { episode: 4 })).toThrow(refused)
    expect(() => searchPlaceOf(MOVIE, { season: 1 })).toThrow(refused)
  })

  it('deletes at most what the issue is about', () => {
    expect(deletedPlaceOf(EPISODE, { episodes: [] })).toEqual({ season: 2, episodes: [3] })
    expect(deletedPlaceOf(SEASON, { season: 2, episodes: [4, 1, 4] })).toEqual({
      season: 2,
      episodes: [1, 4],
    })
    expect(deletedPlaceOf(SEASON, { episodes: [] })).toEqual({ season: 2, episodes: [] })
    expect(deletedPlaceOf(SHOW, { episodes: [] })).toEqual({ episodes: [] })
    expect(() => deletedPlaceOf(EPISODE, { episodes: [3, 4] })).toThrow(refused)
    expect(() => deletedPlaceOf(SEASON, { season: 1, episodes: [] })).toThrow(refused)
    expect(() => deletedPlaceOf(SHOW, { episodes: [1] })).toThrow(refused)
    expect(() => deletedPlaceOf(MOVIE, { season: 1, episodes: [] })).toThrow(refused)
  })

  it.each([
    [MOVIE, { title: 'x', tmdb_id: 5 }, true],
    [MOVIE, { title: 'x', tmdb_id: 6 }, false],
    [{ ...MOVIE, tmdb_id: null }, { title: 'x' }, false],
    [SHOW, { title: 'x', tvdb_id: 60 }, true],
    // The series decides: the manager's own tmdb_id is only informational (sonarr.md).
    [SHOW, { title: 'x', tvdb_id: 61, tmdb_id: 6 }, false],
    [{ ...SHOW, tvdb_id: null }, { title: 'x', tvdb_id: 61, tmdb_id: 6 }, true],
    [BOOK, { title: 'x', foreign_id: 'hc:1', format: 'ebook' }, true],
    [BOOK, { title: 'x', foreign_id: 'hc:1' }, true],
    [BOOK, { title: 'x', foreign_id: 'hc:1', format: 'audiobook' }, false],
    [BOOK, { title: 'x', foreign_id: 'hc:2', format: 'ebook' }, false],
    [{ ...BOOK, foreign_id: null }, { title: 'x' }, false],
  ] as const)('%j is %j: %s', (issue, title, isSame) => {
    expect(isSameTitle(issue, title)).toBe(isSame)
  })

  it('knows a download of the issue by its id when the library cannot tell what it is', () => {
    const issue = { ...MOVIE, download_id: 'A1' }
    expect(isDownloadOf(issue, { download_id: 'A1', title: null })).toBe(true)
    expect(isDownloadOf(issue, { download_id: 'B2', title: null })).toBe(false)
    expect(isDownloadOf(issue, { download_id: 'B2', title: { title: 'x', tmdb_id: 5 } })).toBe(true)
    expect(isDownloadOf(MOVIE, { download_id: null, title: null })).toBe(false)
  })

  it.each([
    [{ tmdb_id: 5 }, true],
    [{ download_id: 'A1' }, true],
    [{ download_id: 'A0' }, true],
    [{ download_id: 'B2' }, false],
    [{ download_id: null }, false],
    [{ replaced_download_id: 'A1' }, true],
    [{ replaced_download_id: 'B2' }, false],
  ])('a rule may approve %j: %s', (params, may) => {
    expect(isForRules({ download_id: 'A1', counted_downloads: '["A0","A1"]' }, params)).toBe(may)
  })
})
