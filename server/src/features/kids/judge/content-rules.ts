import type { ContentPolicy } from '@foyer/contract/kids'
import type { Certification, CertificationsByRegion, RatingLists } from '#ports/certification-lists.ts'
import type { RatingRow, RatingsByRegion } from '#ports/rating-lookup.ts'
import type { ScreenKind } from '#ports/screen-catalog.ts'
import {
  countryOf,
  isKnownRegion,
  isUnrated,
  knownSchemes,
  schemeOf,
  schemeOwner,
} from '../policy/kids-rules.ts'

/** The ratings of one rating board and the highest allowed one. */
interface Ranking {
  /** The region that the list belongs to: `CA-QC`, `US`. */
  owner: string
  cap: { code: string; rank: number }
  ranks: ReadonlyMap<string, number>
}

interface KindLimits {
  ranking: Ranking
  /** The same cap among the US ratings, which library managers fall back to; null if it is not one of them. */
  in_us: Ranking | null
  blocked_genres: ReadonlySet<number>
}

/** A content policy, prepared for judging. */
export interface ContentLimits {
  movie: KindLimits
  tv: KindLimits
  block_unrated: boolean
  trailers_allowed: boolean
}

export interface TitleFacts {
  kind: ScreenKind
  adult: boolean
  /** Undefined: the body does not contain it. Null: the provider's own record does not either. */
  genre_ids: readonly number[] | null | undefined
  /** Undefined: not looked up yet. Null: the provider has no such title. */
  ratings: RatingsByRegion | null | undefined
}

export type Verdict =
  | { verdict: 'allowed' }
  | { verdict: 'blocked'; reason: 'adult' | 'genre' | 'rating' | 'unrated' | 'unknown_title' }
  | { verdict: 'needs'; what: 'rating' | 'record' }

const ALLOWED: Verdict = { verdict: 'allowed' }
const blocked = (reason: Extract<Verdict, { verdict: 'blocked' }>['reason']): Verdict => ({
  verdict: 'blocked',
  reason,
})

/**
 * Null: the policy names a region or a cap that no known list ranks, so nothing can be judged (1:4.5 kids rule 5).
 * While the region's own lists are unavailable, its "PG" must not be taken for the "PG" of the US.
 */
export function limitsFrom(policy: ContentPolicy, lists: RatingLists): ContentLimits | null {
  if (!isKnownRegion(lists, policy.rating_region)) return null
  const limitsOf = (kind: ScreenKind, cap: string, genres: readonly number[]): KindLimits | null => {
    const schemes = knownSchemes(lists, kind)
    const owner = schemeOwner(schemes, policy.rating_region)
    const ranking = owner === undefined ? null : rankingOf(schemes, owner, cap)
    if (!ranking) return null
    return { ranking, in_us: rankingOf(schemes, 'US', cap), blocked_genres: new Set(genres) }
  }
  const movie = limitsOf('movie', policy.max_movie_rating, policy.blocked_movie_genres)
  const tv = limitsOf('tv', policy.max_tv_rating, policy.blocked_tv_genres)
  const { block_unrated, trailers_allowed = false } = policy
  return movie && tv && { movie, tv, block_unrated, trailers_allowed }
}

function rankingOf(schemes: CertificationsByRegion, owner: string, cap: string): Ranking | null {
  const real = schemeOf(schemes, owner).filter(({ certification }) => !isUnrated(certification))
  const ranks = new Map(real.map(({ certification, order }: Certification) => [certification, order]))
  const rank = ranks.get(cap)
  return rank === undefined ? null : { owner, cap: { code: cap, rank }, ranks }
}

/** 1:4.5 kids rule 1. The cheapest checks come first: a title that is blocked anyway costs no lookup. */
export function judge(limits: ContentLimits, facts: TitleFacts): Verdict {
  const { blocked_genres, ranking } = limits[facts.kind]
  if (facts.adult) return blocked('adult')
  if (facts.ratings === null) return blocked('unknown_title')
  if (facts.genre_ids === undefined) return { verdict: 'needs', what: 'record' }
  // A title with unknown genres may be in any genre, so it is blocked if any genre is.
  const isGenreBlocked = facts.genre_ids?.some(id => blocked_genres.has(id)) ?? blocked_genres.size > 0
  if (isGenreBlocked) return blocked('genre')
  if (facts.ratings === undefined) return { verdict: 'needs', what: 'rating' }
  return judgeCodes(ranking, codesIn(facts.ratings, ranking.owner), limits.block_unrated)
}

/** A rating that is not in the list counts as above the cap. If there are several ratings, all must be within it. */
export function judgeCodes(ranking: Ranking, codes: readonly string[], blockUnrated: boolean): Verdict {
  const real = codes.map(code => code.trim()).filter(code => !isUnrated(code))
  if (real.length === 0) return blockUnrated ? blocked('unrated') : ALLOWED
  const isWithinCap = (code: string) =>
    (ranking.ranks.get(code) ?? Number.POSITIVE_INFINITY) <= ranking.cap.rank
  return real.every(isWithinCap) ? ALLOWED : blocked('rating')
}

/** The provider files the titles of a province under its country. */
function codesIn(ratings: RatingsByRegion, region: string): readonly string[] {
  return own(ratings, region) ?? own(ratings, countryOf(region)) ?? []
}

function own(ratings: RatingsByRegion, region: string): readonly string[] | undefined {
  return Object.hasOwn(ratings, region) ? ratings[region] : undefined
}

/** 1:4.5 kids rule 4: a region's theatrical rating takes precedence, then a limited release, then the rest. */
const RELEASES_BY_WEIGHT = ['theatrical', 'limited', 'other'] as const

/** The relevant ratings by region; regions without one are left out. */
export function ratingsFrom(rows: readonly RatingRow[]): RatingsByRegion {
  const byRegion = Object.groupBy(
    rows.filter(row => !isUnrated(row.certification)),
    row => row.region,
  )
  return Object.fromEntries(
    Object.entries(byRegion).map(([region, rated = []]) => [region, topRatings(rated)]),
  )
}

function topRatings(rows: readonly RatingRow[]): string[] {
  const best = RELEASES_BY_WEIGHT.find(release => rows.some(row => row.release === release))
  const relevant = rows.filter(row => row.release === best)
  return [...new Set(relevant.map(row => row.certification.trim()))]
}

/**
 * 1:4.5 kids rule 3: limits that the provider can apply itself. It cannot distinguish unrated from low ratings and
 * has no ratings of shows, so the answer is filtered again (C22).
 */
export function browseLimits(limits: ContentLimits, kind: ScreenKind): Record<string, string> {
  const { ranking, blocked_genres } = limits[kind]
  const capped = kind === 'movie' && limits.block_unrated
  return {
    include_adult: 'false',
    ...(blocked_genres.size > 0 && { without_genres: [...blocked_genres].sort((a, b) => a - b).join(',') }),
    ...(capped && { certification_country: ranking.owner, 'certification.lte': ranking.cap.code }),
  }
}
