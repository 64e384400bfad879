import type { Selection, SeasonScope } from '@foyer/contract/requests/requests'
import { describe, expect, it } from 'vitest'
import { chooseSeasons, makesForbiddenChoice } from './choice-rules.ts'
import type { RequestPolicy } from '../dependencies.ts'
import { readSelection } from './selection-rules.ts'

const CLOSED: RequestPolicy = {
  requires_approval: false,
  can_choose_season: false,
  can_choose_quality: false,
  default_season_scope: 'first',
  default_quality: { movie: [4], tv: [] },
}

const tv = (rest: Partial<Selection>): Selection => ({ media_type: 'tv', tmdb_id: 1, ...rest })
const movie = (rest: Partial<Selection>): Selection => ({ media_type: 'movie', tmdb_id: 1, ...rest })

describe('a choice (1/4.6)', () => {
  /** C59: of the library, for shows; the settings for people say nothing of those. */
  const OF_LIBRARY = { quality_profile_id: 6 }

  it.each<[string, Selection, Partial<RequestPolicy>, boolean]>([
    ['none', tv({}), {}, false],
    ['the default scope', tv({ season_scope: 'first' }), {}, false],
    ['another scope', tv({ season_scope: 'all' }), {}, true],
    ['named seasons', tv({ seasons: [1] }), {}, true],
    ['named seasons, allowed', tv({ seasons: [1] }), { can_choose_season: true }, false],
    ['another quality', movie({ quality_profile_id: 5 }), {}, true],
    ['the default quality', movie({ quality_profile_id: 4 }), {}, false],
    ['no quality in particular', movie({ quality_profile_id: 0 }), {}, false],
    ['another quality, allowed', movie({ quality_profile_id: 5 }), { can_choose_quality: true }, false],
    ['a quality of a show', tv({ quality_profile_id: 5 }), { can_choose_season: true }, true],
    ['the default of the library', tv({ quality_profile_id: 6 }), {}, false],
    ['the default of the library where people have another', movie({ quality_profile_id: 6 }), {}, true],
    ['what a book has none of', { media_type: 'book', foreign_id: '1', quality_profile_id: 5 }, {}, false],
  ])('of %s', (_name, selection, open, expected) => {
    const read = readSelection(selection)
    if (!('wanted' in read)) throw new Error('the selection makes no sense')
    expect(makesForbiddenChoice(read.wanted, { ...CLOSED, ...open }, OF_LIBRARY, null)).toBe(expected)
  })
})

it.each([
  [4, [4, 5], false],
  [5, [4, 5], true],
  [5, [5, 6], false],
  [6, [5, 6], true],
  [6, [6], false],
])('C59: naming %i is a choice where the library has %j: %s', (quality_profile_id, ids, expected) => {
  const policy = { ...CLOSED, default_quality: { movie: [4, 5], tv: [] } }
  const read = readSelection(movie({ quality_profile_id }))
  if (!('wanted' in read)) throw new Error('the selection makes no sense')
  const offered = ids.map(id => ({ id }))
  expect(makesForbiddenChoice(read.wanted, policy, { quality_profile_id: 6 }, offered)).toBe(expected)
})

describe('seasons', () => {
  const TODAY = '2026-11-15'
  const known = [
    { season_number: 3, episode_count: 6, air_date: '2026-11-16' },
    { season_number: 4, episode_count: 6 },
    { season_number: 1, episode_count: 8 },
    { season_number: 2, episode_count: 8, air_date: TODAY },
  ]

  it.each<[SeasonScope | null, number[]]>([
    ['all', [1, 2, 3, 4]],
    [null, [1, 2, 3, 4]],
    ['first', [1]],
    ['pilot', [1]],
    ['latest', [2]],
  ])('of the scope %s, an announced one never the latest', (scope, expected) => {
    expect(chooseSeasons(known, { scope, seasons: null }, TODAY)).toEqual({ seasons: expected })
  })

  it('are those that were named, or those that the show does not have', () => {
    expect(chooseSeasons(known, { scope: 'first', seasons: [2, 3] }, TODAY)).toEqual({ seasons: [2, 3] })
    expect(chooseSeasons(known, { scope: null, seasons: [1, 9] }, TODAY)).toEqual({ unknown: [9] })
  })

  it('are none where there are none', () => {
    for (const scope of ['all', 'first', 'latest', 'pilot'] as const) {
      expect(chooseSeasons([], { scope, seasons: null }, TODAY)).toEqual({ seasons: [] })
    }
    const undated = [
      { season_number: 1, episode_count: 8 },
      { season_number: 2, episode_count: 0 },
    ]
    expect(chooseSeasons(undated, { scope: 'latest', seasons: null }, TODAY)).toEqual({ seasons: [1] })
    const announced = [{ season_number: 1, episode_count: 0 }]
    expect(chooseSeasons(announced, { scope: 'latest', seasons: null }, TODAY)).toEqual({ seasons: [1] })
  })
})
