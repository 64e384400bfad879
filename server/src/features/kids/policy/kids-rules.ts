import type { Certifications, ContentPolicy } from '@foyer/contract/kids'
import { DAY_MS } from '#kit/durations.ts'
import type { Certification, RatingLists, CertificationsByRegion } from '#ports/certification-lists.ts'

/** A copy of the provider's lists counts as fresh for a day and may be used for a month. */
const FRESH_MS = DAY_MS
const LAST_GOOD_MS = 30 * DAY_MS

const scheme = (...codes: readonly string[]): Certification[] =>
  codes.map((certification, order) => ({ certification, order }))

/** 1/4.12: the ratings that Foyer has built in. */
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

/** Decided by the code and never by the order: 0 means "unrated" in one region and a real rating in another. */
export function isUnrated(certification: string): boolean {
  return /^(|nr|ur|unrated|not rated)$/i.test(certification.trim())
}

/** The lists as shown to people: in order, with suggested caps flagged, and always including US. */
export function presentLists(lists: RatingLists, source: Certifications['source']): Certifications {
  return { movie: presentSchemes(lists, 'movie'), tv: presentSchemes(lists, 'tv'), source }
}

/** The schemes of one kind: the given lists, with the built-in US scheme if they have none. */
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

/** C20: a region with only one list borrows the other from its country, then from US. */
export function schemeOf(schemes: CertificationsByRegion, region: string): readonly Certification[] {
  const owner = schemeOwner(schemes, region)
  return owner === undefined ? [] : (schemes[owner] ?? [])
}

/** The owner of the list that applies to the region (C20); undefined when there is none. */
export function schemeOwner(schemes: CertificationsByRegion, region: string): string | undefined {
  return [region, countryOf(region), 'US'].find(owner => schemes[owner] !== undefined)
}

/** `CA` of `CA-QC`. */
export function countryOf(region: string): string {
  return region.split('-', 1)[0] ?? region
}

/** Borrowing (C20) requires that the region has one of the lists; a region in neither cannot be ranked. */
export function isKnownRegion(lists: RatingLists, region: string): boolean {
  return (['movie', 'tv'] as const).some(kind => knownSchemes(lists, kind)[region] !== undefined)
}

/** The caps that are unknown in the region; both must be real ratings and never an unrated code (1/4.12). */
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
