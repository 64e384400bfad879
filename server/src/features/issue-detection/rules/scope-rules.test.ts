import { describe, expect, it } from 'vitest'
import {
  type IssueScope,
  isOfScope,
  isWholeScope,
  scopeOfRows,
  scopeOfTitle,
  type ShowsOfSeries,
} from './scope-rules.ts'

const SERIES = { title: 'Harbor Lights', tvdb_id: 71, tmdb_id: 900 }
const matched = (...shows: [number, Record<string, number> | 'same'][]): ShowsOfSeries =>
  new Map([[71, shows.map(([tmdb_id, season_map]) => ({ tmdb_id, season_map }))]])

describe("a row's scope, in the metadata provider's numbers", () => {
  it.each<[string, Parameters<typeof scopeOfTitle>[0], ShowsOfSeries, IssueScope]>([
    ['a movie', { title: 'The Paper Lighthouse', tmdb_id: 1001 }, new Map(), { tmdb_id: 1001 }],
    [
      'a book in one format',
      { title: 'Tidewater', foreign_id: 'hc:5', format: 'audiobook', book_id: 3 },
      new Map(),
      { foreign_id: 'hc:5', book_format: 'audiobook' },
    ],
    [
      'an episode of a show without a stored match, with the numbers of the library',
      { ...SERIES, season_number: 2, episode_number: 3 },
      new Map(),
      { tmdb_id: 900, tvdb_id: 71, season_number: 2, episode_number: 3 },
    ],
    [
      'an episode of a matched show, and not the id that the manager reports',
      { ...SERIES, season_number: 2, episode_number: 3 },
      matched([901, 'same']),
      { tmdb_id: 901, tvdb_id: 71, season_number: 2, episode_number: 3 },
    ],
    [
      'an episode whose season has another number',
      { ...SERIES, season_number: 4, episode_number: 1 },
      matched([901, { '1': 4 }]),
      { tmdb_id: 901, tvdb_id: 71, season_number: 1, episode_number: 1 },
    ],
    [
      'a season of an anthology, which is a show of its own',
      { ...SERIES, season_number: 2, episode_number: 1 },
      matched([901, { '1': 1 }], [902, { '1': 2 }]),
      { tmdb_id: 902, tvdb_id: 71, season_number: 1, episode_number: 1 },
    ],
    [
      'a season that the match does not have: the show only',
      { ...SERIES, season_number: 9, episode_number: 1 },
      matched([901, { '1': 1 }]),
      { tmdb_id: 901, tvdb_id: 71 },
    ],
    [
      'a season that two shows claim: the series only',
      { ...SERIES, season_number: 1, episode_number: 1 },
      matched([901, 'same'], [902, 'same']),
      { tvdb_id: 71 },
    ],
  ])('%s', (_name, title, shows, scope) => {
    expect(scopeOfTitle(title, shows)).toEqual(scope)
  })
})

it('makes a pack about its season, and a pack of several seasons about the show', () => {
  const episode = (season_number: number, episode_number: number) => ({
    tmdb_id: 901,
    season_number,
    episode_number,
  })
  expect(scopeOfRows([episode(1, 1)])).toEqual(episode(1, 1))
  expect(scopeOfRows([episode(1, 1), episode(1, 2)])).toEqual({ tmdb_id: 901, season_number: 1 })
  expect(scopeOfRows([episode(1, 1), episode(2, 1)])).toEqual({ tmdb_id: 901 })
})

it.each<[string, IssueScope, IssueScope, boolean]>([
  ['the movie', { tmdb_id: 1 }, { tmdb_id: 1, tvdb_id: null, season_number: null }, true],
  ['another movie', { tmdb_id: 2 }, { tmdb_id: 1 }, false],
  [
    'the episode',
    { tmdb_id: 1, season_number: 1, episode_number: 2 },
    { tmdb_id: 1, season_number: 1, episode_number: 2 },
    true,
  ],
  [
    'another episode of the season',
    { tmdb_id: 1, season_number: 1, episode_number: 3 },
    { tmdb_id: 1, season_number: 1, episode_number: 2 },
    false,
  ],
  [
    'the episode with that number of another season',
    { tmdb_id: 1, season_number: 2, episode_number: 2 },
    { tmdb_id: 1, season_number: 1, episode_number: 2 },
    false,
  ],
  [
    'an episode of the season',
    { tmdb_id: 1, season_number: 1, episode_number: 3 },
    { tmdb_id: 1, season_number: 1, episode_number: null },
    true,
  ],
  [
    'a special, which is no regular episode',
    { tmdb_id: 1, season_number: 0, episode_number: 1 },
    { tmdb_id: 1, season_number: 1 },
    false,
  ],
  ['a row of an unknown season', { tmdb_id: 1 }, { tmdb_id: 1, season_number: 1 }, false],
  ['a show by its other id', { tvdb_id: 7 }, { tmdb_id: 1, tvdb_id: 7 }, true],
  ['nothing that both name', { tvdb_id: 7 }, { tmdb_id: 1 }, false],
  [
    'the other format of a book',
    { foreign_id: 'a', book_format: 'ebook' },
    { foreign_id: 'a', book_format: 'audiobook' },
    false,
  ],
  [
    'a book of a manager without formats',
    { foreign_id: 'a' },
    { foreign_id: 'a', book_format: 'ebook' },
    true,
  ],
  ['another album', { foreign_id: 'b' }, { foreign_id: 'a' }, false],
])('finds a row in a scope: %s', (_name, row, scope, is_of_scope) => {
  expect(isOfScope(row, scope)).toBe(is_of_scope)
})

const row = (season_number: number, episode_number: number): IssueScope => ({
  tmdb_id: 1,
  tvdb_id: 7,
  season_number,
  episode_number,
})
const SHOW = { tmdb_id: 1 }
const SEASON = { ...SHOW, season_number: 1 }

it.each<[string, IssueScope[], IssueScope, boolean]>([
  ['nothing', [], SEASON, false],
  ['an episode of the season', [row(1, 2)], SEASON, false],
  ['a pack of the season', [row(1, 1), row(1, 2)], SEASON, true],
  ['a pack of another season', [row(2, 1), row(2, 2)], SEASON, false],
  ['a pack of two seasons', [row(1, 1), row(1, 2), row(2, 1)], SEASON, true],
  ['one special', [row(0, 1)], { ...SHOW, season_number: 0 }, false],
  ['a pack with the episode', [row(1, 1), row(1, 2)], { ...SEASON, episode_number: 2 }, true],
  ['a pack without the episode', [row(1, 1), row(1, 2)], { ...SEASON, episode_number: 3 }, false],
  ['an episode of the show', [row(1, 2)], SHOW, false],
  ['a season of the show', [row(1, 1), row(1, 2)], SHOW, false],
  ['a pack of two seasons of the show', [row(1, 1), row(2, 1)], SHOW, true],
  ['something of the show in an unknown season', [{ tvdb_id: 7, tmdb_id: 1 }], SHOW, false],
  ['a movie', [{ tmdb_id: 1 }], { tmdb_id: 1 }, true],
  ['a book', [{ foreign_id: 'a' }], { foreign_id: 'a' }, true],
])('C50: compares a download with a scope: %s', (_name, rows, scope, is_whole) => {
  expect(isWholeScope(rows, scope)).toBe(is_whole)
})
