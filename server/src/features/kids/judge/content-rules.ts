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

/** One board's ratings and the highest that is allowed. */
interface Ranking {
  /** Whose list it is: `CA-QC`, `US`. */
  owner: string
  cap: { code: string; rank: number }
  ranks: ReadonlyMap<string, number>
}

interface KindLimits {
  ranking: Ranking
  /** The same cap among the US ratings, which library managers fall back to; null when it is none there. */
  in_us: Ranking | null
  blocked_genres: ReadonlySet<number>
}

/** A content policy made ready to judge with. */
export interface ContentLimits {
  movie: KindLimits
  tv: KindLimits
  block_unrated: boolean
}

export interface TitleFacts {
  kind: ScreenKind
  adult: boolean
  /** Undefined: the body at hand does not say. Null: nor does the provider's own record. */
  genre_ids: readonly number[] | null | undefined
  /** Undefined: not asked yet. Null: the provider was asked and knows no such title. */
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
 * Null: the policy names a region or a cap that no known list ranks, so nothing can be judged by it (1:4.5 kids
 * rule 5). While the region's own lists cannot be had, "PG" there is not "PG" of the US.
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
  return movie && tv && { movie, tv, block_unrated: policy.block_unrated }
}

function rankingOf(schemes: CertificationsByRegion, owner: string, cap: string): Ranking | null {
  const real = schemeOf(schemes, owner).filter(({ certification }) => !isUnrated(certification))
  const ranks = new Map(real.map(({ certification, order }: Certification) => [certification, order]))
  const rank = ranks.get(cap)
  return rank === undefined ? null : { owner, cap: { code: cap, rank }, ranks }
}

/** 1:4.5 kids rule 1, cheapest question first: a title that is out anyway costs no lookup. */
export function judge(limits: ContentLimits, facts: TitleFacts): Verdict {
  const { blocked_genres, ranking } = limits[facts.kind]
  if (facts.adult) return blocked('adult')
  if (facts.ratings === null) return blocked('unknown_title')
  if (facts.genre_ids === undefined) return { verdict: 'needs', what: 'record' }
  // What nobody tells the genres of may be in any of them, which matters when one is blocked.
  const isInBlocked = facts.genre_ids?.some(id => blocked_genres.has(id)) ?? blocked_genres.size > 0
  if (isInBlocked) return blocked('genre')
  if (facts.ratings === undefined) return { verdict: 'needs', what: 'rating' }
  return judgeCodes(ranking, codesIn(facts.ratings, ranking.owner), limits.block_unrated)
}

/** A rating that is not in the list counts as above the cap; several of one rank are all held to it. */
export function judgeCodes(ranking: Ranking, codes: readonly string[], blockUnrated: boolean): Verdict {
  const real = codes.map(code => code.trim()).filter(code => !isUnrated(code))
  if (real.length === 0) return blockUnrated ? blocked('unrated') : ALLOWED
  const fits = (code: string) => (ranking.ranks.get(code) ?? Number.POSITIVE_INFINITY) <= ranking.cap.rank
  return real.every(fits) ? ALLOWED : blocked('rating')
}

/** The provider files the titles of a province under its country. */
function codesIn(ratings: RatingsByRegion, region: string): readonly string[] {
  return own(ratings, region) ?? own(ratings, countryOf(region)) ?? []
}

function own(ratings: RatingsByRegion, region: string): readonly string[] | undefined {
  return Object.hasOwn(ratings, region) ? ratings[region] : undefined
}

/** 1:4.5 kids rule 4: a region's theatrical rating comes before all others, a limited release before the rest. */
const RELEASES_BY_WEIGHT = ['theatrical', 'limited', 'other'] as const

/** By region, the real ratings that count; regions without one are left out. */
export function ratingsFrom(rows: readonly RatingRow[]): RatingsByRegion {
  const byRegion = Object.groupBy(
    rows.filter(row => !isUnrated(row.certification)),
    row => row.region,
  )
  return Object.fromEntries(
    Object.entries(byRegion).map(([region, rated = []]) => [region, weightiest(rated)]),
  )
}

function weightiest(rows: readonly RatingRow[]): string[] {
  const best = RELEASES_BY_WEIGHT.find(release => rows.some(row => row.release === release))
  const counted = rows.filter(row => row.release === best)
  return [...new Set(counted.map(row => row.certification.trim()))]
}

/**
 * 1:4.5 kids rule 3: what the provider can leave out by itself. It cannot tell unrated from low, and knows
 * no ratings of shows, so the answer is filtered again all the same (C22).
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
