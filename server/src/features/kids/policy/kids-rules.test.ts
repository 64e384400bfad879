import type { ContentPolicy } from '@foyer/contract/kids'
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#kit/durations.ts'
import type { RatingLists } from '#ports/certification-lists.ts'
import { ageOfCopy, BUILT_IN, isUnrated, presentLists, schemeOf, unknownCaps } from './kids-rules.ts'

const NOW = new Date('2026-11-15T09:00:00.000Z')

const lists: RatingLists = {
  movie: {
    ...BUILT_IN.movie,
    FR: [
      { certification: '12', order: 2 },
      { certification: 'U', order: 1 },
    ],
    CA: [{ certification: 'PG', order: 1 }],
    'CA-QC': [{ certification: 'G', order: 0 }],
  },
  tv: {
    ...BUILT_IN.tv,
    FR: [
      { certification: 'NR', order: 0 },
      { certification: '10', order: 1 },
    ],
    CA: [{ certification: 'C8', order: 2 }],
    GB: [{ certification: 'U', order: 0 }],
  },
}

describe('the age of the stored lists (C24)', () => {
  it.each([
    [0, 'fresh'],
    [DAY_MS - 1, 'fresh'],
    [DAY_MS, 'last_good'],
    [30 * DAY_MS - 1, 'last_good'],
    [30 * DAY_MS, 'too_old'],
  ])('%i ms is %s', (age, expected) => {
    expect(ageOfCopy(new Date(NOW.getTime() - age).toISOString(), NOW)).toBe(expected)
  })
})

describe('unrated codes (1/4.12)', () => {
  it.each(['', 'NR', 'nr', 'UR', 'Unrated', 'Not Rated', ' NR '])('%j is unrated', code => {
    expect(isUnrated(code)).toBe(true)
  })
  it.each(['G', '0', 'U', 'TV-Y', 'Exempt'])('%j is a rating', code => {
    expect(isUnrated(code)).toBe(false)
  })
})

describe('schemes of a region (C20)', () => {
  it.each([
    ['tv', 'CA-QC', ['C8']],
    ['movie', 'CA-QC', ['G']],
    ['movie', 'GB', ['NR', 'G', 'PG', 'PG-13', 'R', 'NC-17']],
    ['tv', 'FR', ['NR', '10']],
  ] as const)('%s in %s', (kind, region, codes) => {
    expect(schemeOf(lists[kind], region).map(rating => rating.certification)).toEqual(codes)
  })
})

describe('caps (1/4.12)', () => {
  it.each([
    ['US', 'PG', 'TV-PG', []],
    ['US', 'NR', 'NR', ['max_movie_rating', 'max_tv_rating']],
    ['US', 'pg', 'TV-PG', ['max_movie_rating']],
    ['FR', '12', 'NR', ['max_tv_rating']],
    ['FR', '12', '10', []],
    ['GB', 'PG', 'U', []],
    ['CA-QC', 'G', 'C8', []],
    ['CA-XX', 'PG', 'C8', ['rating_region']],
    ['ZZ', 'PG', 'TV-PG', ['rating_region']],
  ])('in %s, %s and %s leave %j unknown', (rating_region, max_movie_rating, max_tv_rating, unknown) => {
    const policy: ContentPolicy = {
      rating_region,
      max_movie_rating,
      max_tv_rating,
      block_unrated: true,
      blocked_movie_genres: [],
      blocked_tv_genres: [],
    }
    expect(unknownCaps(policy, lists)).toEqual(unknown)
  })

  it('are always known in the US, whatever the provider lists, because they are always shown', () => {
    const policy: ContentPolicy = {
      rating_region: 'US',
      max_movie_rating: 'PG',
      max_tv_rating: 'TV-PG',
      block_unrated: true,
      blocked_movie_genres: [],
      blocked_tv_genres: [],
    }
    const foreign = { movie: { FR: lists.movie['FR'] ?? [] }, tv: { GB: lists.tv['GB'] ?? [] } }
    expect(unknownCaps(policy, foreign)).toEqual([])
    // C20: a region with only one list uses the other one of the US.
    expect(unknownCaps({ ...policy, rating_region: 'FR', max_movie_rating: 'U' }, foreign)).toEqual([])
  })
})

describe('the lists for people (1/4.12)', () => {
  it('are sorted, always include the US, and mark its suggestions', () => {
    const shown = presentLists({ movie: { FR: lists.movie['FR'] ?? [] }, tv: {} }, 'provider')
    expect(shown.movie['FR']).toEqual([
      { certification: 'U', order: 1 },
      { certification: '12', order: 2 },
    ])
    const flagged = [...(shown.movie['US'] ?? []), ...(shown.tv['US'] ?? [])].filter(one => one.default)
    expect(flagged.map(one => one.certification)).toEqual(['PG', 'TV-PG'])
    // The PG of Canada is not one of the suggestions.
    expect(presentLists(lists, 'cached').movie['CA']).toEqual([{ certification: 'PG', order: 1 }])
  })
})
