import type { MovieBrowse, TvBrowse } from '@foyer/contract/discover-screen/screen-browse'
import type { DiscoverQuery, ScreenKind } from '#ports/screen-catalog.ts'

/** 1:4.5, browse rule 2. */
const RATING_SORT_VOTES = '200'
const COMING_SOON_MONTHS = 3

/**
 * The provider's query: the requested parameters, the minimum votes of a rating sort, and the server's language
 * setting.
 */
export function discoverQuery(params: MovieBrowse | TvBrowse, english_only: boolean): DiscoverQuery {
  const { page: _, ...filters } = params
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(filters)) if (value !== undefined) query[name] = value
  if (params.sort_by?.startsWith('vote_average.')) query['vote_count.gte'] ??= RATING_SORT_VOTES
  return withLanguage(query, english_only)
}

/** Coming soon: releases from today until three months from now, both inclusive (1/4.5). */
export function comingSoonQuery(kind: ScreenKind, now: Date, english_only: boolean): DiscoverQuery {
  const date = kind === 'movie' ? 'primary_release_date' : 'first_air_date'
  const query = {
    sort_by: 'popularity.desc',
    [`${date}.gte`]: day(now),
    [`${date}.lte`]: day(monthsLater(now, COMING_SOON_MONTHS)),
  }
  return withLanguage(query, english_only)
}

/** 1:4.5.5: filtered upstream, so that pages are full; a query that names a language keeps it. */
function withLanguage(query: Record<string, string>, english_only: boolean): DiscoverQuery {
  return english_only ? { with_original_language: 'en', ...query } : query
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}

/** The same day of a later month, or the last day of that month if it is shorter. */
export function monthsLater(date: Date, months: number): Date {
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() + months
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(date.getUTCDate(), last)))
}

/** One key per query, independent of the order of its parameters. */
export function queryKey(query: DiscoverQuery): string {
  const pairs = Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))
  return new URLSearchParams(pairs).toString()
}
