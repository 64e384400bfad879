import type { ContentPolicy } from '@foyer/contract/kids'
import { describe, expect, it } from 'vitest'
import type { RatingLists } from '#ports/certification-lists.ts'
import type { RatingRow } from '#ports/rating-lookup.ts'
import { browseLimits, type ContentLimits, judge, limitsFrom, ratingsFrom } from './content-rules.ts'
import { BUILT_IN } from '../policy/kids-rules.ts'

const ranked = (...codes: string[]) => codes.map((certification, order) => ({ certification, order }))

const LISTS: RatingLists = {
  movie: {
    US: ranked('NR', 'G', 'PG', 'PG-13', 'R', 'NC-17'),
    DE: ranked('0', '6', '12', '16', '18'),
    CA: ranked('G', 'PG', '14A'),
    'CA-QC': ranked('G', '13+', '16+'),
    JP: ranked('G', 'PG12'),
  },
  tv: {
    US: ranked('NR', 'TV-Y', 'TV-Y7', 'TV-G', 'TV-PG', 'TV-14', 'TV-MA'),
    // tmdb.md, "Certification traps": order 0 is a real rating here.
    GB: ranked('U', 'PG', '12'),
    CA: ranked('C', 'C8', '14+'),
  },
}

const policy = (change: Partial<ContentPolicy> = {}): ContentPolicy => ({
  max_movie_rating: 'PG',
  max_tv_rating: 'TV-PG',
  rating_region: 'US',
  block_unrated: true,
  blocked_movie_genres: [27],
  blocked_tv_genres: [10_765],
  ...change,
})

function limits(change: Partial<ContentPolicy> = {}): ContentLimits {
  const found = limitsFrom(policy(change), LISTS)
  if (!found) throw new Error('these caps cannot be ranked')
  return found
}

const movie = (ratings: Record<string, string[]> | null | undefined, change = {}) => ({
  kind: 'movie' as const,
  adult: false,
  genre_ids: [16],
  ratings,
  ...change,
})

describe('a verdict (1:4.5 kids rule 1)', () => {
  it.each([
    ['below the cap', movie({ US: ['G'] }), 'allowed'],
    ['at the cap', movie({ US: ['PG'] }), 'allowed'],
    ['above the cap', movie({ US: ['PG-13'] }), 'rating'],
    ['not in the region’s list', movie({ US: ['GP'] }), 'rating'],
    ['in another case than the list', movie({ US: ['pg'] }), 'rating'],
    ['allowed and above at once', movie({ US: ['PG', 'R'] }), 'rating'],
    ['of another region only', movie({ DE: ['0'] }), 'unrated'],
    ['without any', movie({}), 'unrated'],
    ['an unrated code', movie({ US: ['NR'] }), 'unrated'],
    ['adult, whatever its rating', movie({ US: ['G'] }, { adult: true }), 'adult'],
    ['in a blocked genre', movie({ US: ['G'] }, { genre_ids: [16, 27] }), 'genre'],
    ['gone from the provider', movie(null), 'unknown_title'],
  ])('%s', (_what, facts, expected) => {
    const verdict = judge(limits(), facts)
    expect(verdict.verdict === 'blocked' ? verdict.reason : verdict.verdict).toBe(expected)
  })

  it.each(['', 'NR', 'UR', 'Unrated', 'Not Rated', ' nr '])(
    '"%s" is unrated by its code, never by its order (1/4.5)',
    code => {
      const facts = movie({ US: [code] })
      expect(judge(limits(), facts)).toEqual({ verdict: 'blocked', reason: 'unrated' })
      expect(judge(limits({ block_unrated: false }), facts)).toEqual({ verdict: 'allowed' })
    },
  )

  it('treats order 0 as a real rating in regions where it is one', () => {
    const show = { kind: 'tv' as const, adult: false, genre_ids: [], ratings: { GB: ['U'] } }
    const british = limits({ rating_region: 'GB', max_tv_rating: 'U' })
    expect(judge(british, show).verdict).toBe('allowed')
    expect(judge(british, { ...show, ratings: { GB: ['PG'] } }).verdict).toBe('blocked')
  })

  it('looks nothing up for a title that is blocked anyway, and reads the record when genres are unknown', () => {
    expect(judge(limits(), movie(undefined, { adult: true })).verdict).toBe('blocked')
    expect(judge(limits(), movie(undefined, { genre_ids: [27] })).verdict).toBe('blocked')
    expect(judge(limits(), movie(undefined))).toEqual({ verdict: 'needs', what: 'rating' })
    expect(judge(limits(), movie({ US: ['G'] }, { genre_ids: undefined }))).toEqual({
      verdict: 'needs',
      what: 'record',
    })
  })

  it('treats genres that the provider does not report as blocked, if any genre is blocked', () => {
    const untold = movie({ US: ['G'] }, { genre_ids: null })
    expect(judge(limits(), untold)).toEqual({ verdict: 'blocked', reason: 'genre' })
    expect(judge(limits({ blocked_movie_genres: [] }), untold).verdict).toBe('allowed')
    const above = movie({ US: ['R'] }, { genre_ids: null })
    expect(judge(limits({ blocked_movie_genres: [] }), above).verdict).toBe('blocked')
  })

  it('keeps movies and shows apart: blocked movie genres do not block a show', () => {
    const show = { kind: 'tv' as const, adult: false, genre_ids: [27], ratings: { US: ['TV-G'] } }
    expect(judge(limits(), show).verdict).toBe('allowed')
    expect(judge(limits(), { ...show, genre_ids: [10_765] }).verdict).toBe('blocked')
  })
})

describe('the region (C20)', () => {
  it('borrows a missing list from its country, and is judged by the ratings of that country', () => {
    const quebec = limits({ rating_region: 'CA-QC', max_movie_rating: '13+', max_tv_rating: 'C8' })
    expect(judge(quebec, movie({ CA: ['13+'] })).verdict).toBe('allowed')
    expect(judge(quebec, movie({ 'CA-QC': ['16+'], CA: ['G'] })).verdict).toBe('blocked')
    // A rating of the rest of Canada does not apply in Quebec.
    expect(judge(quebec, movie({ CA: ['14A'] })).verdict).toBe('blocked')
    const show = { kind: 'tv' as const, adult: false, genre_ids: [], ratings: { CA: ['C'], US: ['TV-MA'] } }
    expect(judge(quebec, show).verdict).toBe('allowed')
  })

  it('and after that from the US', () => {
    const japan = limits({ rating_region: 'JP', max_movie_rating: 'PG12' })
    const show = { kind: 'tv' as const, adult: false, genre_ids: [], ratings: { JP: ['G'], US: ['TV-14'] } }
    expect(judge(japan, show).verdict).toBe('blocked')
    expect(judge(japan, { ...show, ratings: { US: ['TV-G'] } }).verdict).toBe('allowed')
  })

  it('cannot be used when no list ranks its caps (1:4.5 kids rule 5)', () => {
    expect(limitsFrom(policy({ max_movie_rating: 'NOT-A-RATING' }), LISTS)).toBeNull()
    expect(limitsFrom(policy({ max_tv_rating: 'NR' }), LISTS)).toBeNull()
    expect(limitsFrom(policy({ rating_region: 'DE', max_movie_rating: '12' }), BUILT_IN)).toBeNull()
    expect(limitsFrom(policy(), { movie: {}, tv: {} })).not.toBeNull()
    // Saved while the lists of Ireland were known; its "PG" is not the "PG" of the US.
    const irish = policy({ rating_region: 'IE' })
    expect(limitsFrom(irish, { ...LISTS, movie: { ...LISTS.movie, IE: ranked('G', 'PG') } })).not.toBeNull()
    expect(limitsFrom(irish, BUILT_IN)).toBeNull()
  })
})

describe('the rating that counts (1:4.5 kids rule 4)', () => {
  const rows = (...of: [string, string, RatingRow['release']][]): RatingRow[] =>
    of.map(([region, certification, release]) => ({ region, certification, release }))

  it('is the theatrical one first, then that of a limited release, then any other', () => {
    expect(ratingsFrom(rows(['US', 'PG', 'other'], ['US', 'R', 'theatrical']))).toEqual({ US: ['R'] })
    expect(ratingsFrom(rows(['US', 'PG', 'other'], ['US', 'R', 'limited']))).toEqual({ US: ['R'] })
    expect(ratingsFrom(rows(['US', 'G', 'limited'], ['US', 'R', 'theatrical']))).toEqual({ US: ['R'] })
  })

  it('ignores empty and unrated codes', () => {
    const found = ratingsFrom(rows(['US', '', 'theatrical'], ['US', 'NR', 'limited'], ['US', 'R', 'other']))
    expect(found).toEqual({ US: ['R'] })
    expect(ratingsFrom(rows(['US', '', 'theatrical'], ['DE', ' 12 ', 'theatrical']))).toEqual({ DE: ['12'] })
  })

  it('is every one of them when a region appears several times', () => {
    const found = ratingsFrom(rows(['US', 'TV-PG', 'theatrical'], ['US', 'TV-14', 'theatrical']))
    expect(found).toEqual({ US: ['TV-PG', 'TV-14'] })
  })
})

describe('what is pushed upstream (1:4.5 kids rule 3)', () => {
  it('is the adult flag and the genres; the cap too, for movies when unrated ones are hidden', () => {
    expect(browseLimits(limits({ blocked_movie_genres: [53, 27] }), 'movie')).toEqual({
      include_adult: 'false',
      without_genres: '27,53',
      certification_country: 'US',
      'certification.lte': 'PG',
    })
    expect(browseLimits(limits({ block_unrated: false, blocked_movie_genres: [] }), 'movie')).toEqual({
      include_adult: 'false',
    })
    expect(browseLimits(limits(), 'tv')).toEqual({ include_adult: 'false', without_genres: '10765' })
    const quebec = limits({ rating_region: 'CA-QC', max_movie_rating: '13+', max_tv_rating: 'C8' })
    expect(browseLimits(quebec, 'movie')).toMatchObject({ certification_country: 'CA-QC' })
  })
})
