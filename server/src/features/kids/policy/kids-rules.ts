import type { Certifications, ContentPolicy } from '@foyer/contract/kids'
import type { Certification, RatingLists, CertificationsByRegion } from '#ports/certification-lists.ts'

const HOUR_MS = 3_600_000
/** A copy of the provider's lists is as good as new for a day, and better than nothing for a month. */
const FRESH_MS = 24 * HOUR_MS
const LAST_GOOD_MS = 30 * 24 * HOUR_MS

const scheme = (...codes: readonly string[]): Certification[] =>
  codes.map((certification, order) => ({ certification, order }))

/** 1/4.12: what Foyer knows without anybody's help. */
export const BUILT_IN: RatingLists = {
  movie: { US: scheme('NR', 'G', 'PG', 'PG-13', 'R', 'NC-17') },
  tv: { US: scheme('NR', 'TV-Y', 'TV-Y7', 'TV-G', 'TV-PG', 'TV-14', 'TV-MA') },
}

const SUGGESTED = { movie: 'PG', tv: 'TV-PG' } as const

export type CopyAge = 'fresh' | 'last_good' | 'too_old'

export function ageOfCopy(read_at: string, now: Date): CopyAge {
  const age = now.getTime() - Date.parse(read_at)
  if (age < FRESH_MS) return 'fresh'
  return age < LAST_GOOD_MS ? 'last_good' : 'too_old'
}

/** Told by the code, never by its place: order 0 is "unrated" in one region and a real rating in another. */
export function isUnrated(certification: string): boolean {
  return /^(|nr|ur|unrated|not rated)$/i.test(certification.trim())
}

/** The lists for people: in order, the suggested caps flagged, and US never missing. */
export function presentLists(lists: RatingLists, source: Certifications['source']): Certifications {
  return { movie: presentSchemes(lists, 'movie'), tv: presentSchemes(lists, 'tv'), source }
}

/** What is known of one kind: the lists at hand, and the US scheme where they lack it. */
export function knownSchemes(lists: RatingLists, kind: 'movie' | 'tv'): CertificationsByRegion {
  return { ...BUILT_IN[kind], ...lists[kind] }
}

function presentSchemes(lists: RatingLists, kind: 'movie' | 'tv'): Certifications['movie'] {
  const regions = Object.entries(knownSchemes(lists, kind))
  const suggested = (region: string, code: string) => region === 'US' && code === SUGGESTED[kind]
  return Object.fromEntries(
    regions
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([region, ratings]) => [
        region,
        ratings
          .toSorted((a, b) => a.order - b.order)
          .map(rating => ({
            ...rating,
            ...(suggested(region, rating.certification) && { default: true as const }),
          })),
      ]),
  )
}

/** C20: a region with one list only borrows the other from its country, then from US. */
export function schemeOf(schemes: CertificationsByRegion, region: string): readonly Certification[] {
  const owner = schemeOwner(schemes, region)
  return owner === undefined ? [] : (schemes[owner] ?? [])
}

/** Whose list it is that the region goes by (C20); undefined when there is none at all. */
export function schemeOwner(schemes: CertificationsByRegion, region: string): string | undefined {
  return [region, countryOf(region), 'US'].find(owner => schemes[owner] !== undefined)
}

/** `CA` of `CA-QC`. */
export function countryOf(region: string): string {
  return region.split('-', 1)[0] ?? region
}

/** Borrowing (C20) is for a region that has one list; one that is in neither cannot be ranked by. */
export function isKnownRegion(lists: RatingLists, region: string): boolean {
  return (['movie', 'tv'] as const).some(kind => knownSchemes(lists, kind)[region] !== undefined)
}

/** The caps that the region does not know; both must be real ratings, never an unrated code (1/4.12). */
export function unknownCaps(
  policy: ContentPolicy,
  lists: RatingLists,
): ('rating_region' | 'max_movie_rating' | 'max_tv_rating')[] {
  const { rating_region: region } = policy
  if (!isKnownRegion(lists, region)) return ['rating_region']
  const knows = (kind: 'movie' | 'tv', cap: string) =>
    !isUnrated(cap) && schemeOf(knownSchemes(lists, kind), region).some(one => one.certification === cap)
  const unknown: ('max_movie_rating' | 'max_tv_rating')[] = []
  if (!knows('movie', policy.max_movie_rating)) unknown.push('max_movie_rating')
  if (!knows('tv', policy.max_tv_rating)) unknown.push('max_tv_rating')
  return unknown
}
