import type { Certifications, ContentPolicy } from '@foyer/contract/kids'
import { localeOf } from '#lib/languages.ts'

type Kind = 'movie' | 'tv'
type Scheme = Certifications['movie'][string]

/** 1/4.12: a limit is a real rating, never the value for unrated. */
export function isUnrated(certification: string): boolean {
  return /^(|nr|ur|unrated|not rated)$/i.test(certification.trim())
}

/** The selectable ratings, lowest first. C20: a missing list is taken from the country, then from the US. */
export function scaleOf(lists: Certifications, kind: Kind, region: string): Scheme {
  const country = region.split('-', 1)[0] ?? region
  const scheme = lists[kind][region] ?? lists[kind][country] ?? lists[kind]['US'] ?? []
  return scheme.filter(({ certification }) => !isUnrated(certification)).toSorted((a, b) => a.order - b.order)
}

/** The server's suggestion, otherwise a quarter of the way up: safe, and easy to raise. */
export function suggestedCap(scale: Scheme): string {
  const flagged = scale.find(rating => rating.default)
  return (flagged ?? scale[Math.floor((scale.length - 1) / 4)])?.certification ?? ''
}

export function regionsOf(lists: Certifications): string[] {
  return [...new Set([...Object.keys(lists.movie), ...Object.keys(lists.tv)])].sort()
}

/** Regions may use the same name for different ratings, so a new region starts with its own suggestion. */
export function moveTo(policy: ContentPolicy, lists: Certifications, region: string): ContentPolicy {
  return {
    ...policy,
    rating_region: region,
    max_movie_rating: suggestedCap(scaleOf(lists, 'movie', region)),
    max_tv_rating: suggestedCap(scaleOf(lists, 'tv', region)),
  }
}

/** The browser's region, otherwise US. */
export function firstPolicy(lists: Certifications, languages: readonly string[]): ContentPolicy {
  const known = regionsOf(lists)
  const home = languages.map(language => localeOf(language)?.region).find(one => known.includes(one ?? ''))
  const blank: ContentPolicy = {
    max_movie_rating: '',
    max_tv_rating: '',
    rating_region: 'US',
    block_unrated: true,
    blocked_movie_genres: [],
    blocked_tv_genres: [],
  }
  return moveTo(blank, lists, home ?? 'US')
}

/** "Canada (QC)" for a part of a country, which browsers cannot name. */
export function regionName(names: Intl.DisplayNames, region: string): string {
  const [country = region, part] = region.split('-')
  const name = names.of(country) ?? country
  return part ? `${name} (${part})` : name
}
