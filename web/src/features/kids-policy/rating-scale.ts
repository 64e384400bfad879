import type { Certifications, ContentPolicy } from '@foyer/contract/kids'

type Kind = 'movie' | 'tv'
type Scheme = Certifications['movie'][string]

/** 1/4.12: a cap is a real rating, never the word for having none. */
export function isUnrated(certification: string): boolean {
  return /^(|nr|ur|unrated|not rated)$/i.test(certification.trim())
}

/** The ratings one may cap at, lowest first. C20: a region with one list only borrows the other. */
export function scaleOf(lists: Certifications, kind: Kind, region: string): Scheme {
  const country = region.split('-', 1)[0] ?? region
  const scheme = lists[kind][region] ?? lists[kind][country] ?? lists[kind]['US'] ?? []
  return scheme.filter(({ certification }) => !isUnrated(certification)).toSorted((a, b) => a.order - b.order)
}

/** The server's own suggestion, else a quarter of the way up: low enough to be safe, and easy to raise. */
export function suggestedCap(scale: Scheme): string {
  const flagged = scale.find(rating => rating.default)
  return (flagged ?? scale[Math.floor((scale.length - 1) / 4)])?.certification ?? ''
}

export function regionsOf(lists: Certifications): string[] {
  return [...new Set([...Object.keys(lists.movie), ...Object.keys(lists.tv)])].sort()
}

/** Two regions may spell different things alike, so a change of region starts from its own suggestion. */
export function moveTo(policy: ContentPolicy, lists: Certifications, region: string): ContentPolicy {
  return {
    ...policy,
    rating_region: region,
    max_movie_rating: suggestedCap(scaleOf(lists, 'movie', region)),
    max_tv_rating: suggestedCap(scaleOf(lists, 'tv', region)),
  }
}

/** Where the household lives, as far as its browser says, else US. */
export function firstPolicy(lists: Certifications, languages: readonly string[]): ContentPolicy {
  const known = regionsOf(lists)
  const home = languages
    .map(language => new Intl.Locale(language).region)
    .find(one => known.includes(one ?? ''))
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

/** "Canada (QC)" for a part of a country, which browsers have no names for. */
export function regionName(names: Intl.DisplayNames, region: string): string {
  const [country = region, part] = region.split('-')
  const name = names.of(country) ?? country
  return part ? `${name} (${part})` : name
}
