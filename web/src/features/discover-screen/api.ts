import {
  browseMovies,
  browseTv,
  getFeaturedMovies,
  getFeaturedTv,
  getLanguages,
  getMovieGenres,
  getMovieProviders,
  getProviderRegions,
  getTvGenres,
  getTvProviders,
  searchCompanies,
  searchKeywords,
  searchMovies,
  searchPeople,
  searchTv,
} from '@foyer/contract/discover-screen/discover-screen'
import {
  getMovie,
  getMovieRecommendations,
  getPerson,
  getPersonCredits,
  getSimilarMovies,
  getSimilarTv,
  getTv,
  getTvRecommendations,
} from '@foyer/contract/discover-screen/media-details'
import type { ScreenPage } from '@foyer/contract/discover-screen/screen-items'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { type BrowseFilters, movieBrowse, tvBrowse } from './browse/browse-filters.ts'
import { FEEDS, type FeedName } from './feeds/feeds.ts'
import type { ScreenType } from './title.ts'

const MINUTE = 60_000
/** About as long as the server caches an answer (1/4.5). */
const LIST_FRESH_MS = 5 * MINUTE
const DETAIL_FRESH_MS = 30 * MINUTE
const REFERENCE_FRESH_MS = 24 * 60 * MINUTE
const CACHE_MS = 30 * MINUTE

const list = { staleTime: LIST_FRESH_MS, gcTime: CACHE_MS } as const
const detail = { staleTime: DETAIL_FRESH_MS, gcTime: CACHE_MS } as const
const reference = { staleTime: REFERENCE_FRESH_MS, gcTime: CACHE_MS } as const

/** 1/4.5: the provider has no page beyond 500. */
const LAST_PAGE = 500

const pages = {
  ...list,
  initialPageParam: 1,
  getNextPageParam: (last: ScreenPage) =>
    last.page < Math.min(last.total_pages, LAST_PAGE) ? last.page + 1 : undefined,
} as const

export function feedQuery(name: FeedName) {
  return queryOptions({
    ...list,
    queryKey: ['discover-screen', 'feed', name],
    queryFn: ({ signal }) => call(FEEDS[name].route, {}, { signal }),
  })
}

export function feedPagesQuery(name: FeedName) {
  return infiniteQueryOptions({
    ...pages,
    queryKey: ['discover-screen', 'feed-pages', name],
    queryFn: ({ signal, pageParam: page }) => call(FEEDS[name].route, { query: { page } }, { signal }),
  })
}

export function featuredQuery(type: ScreenType) {
  return queryOptions({
    ...list,
    queryKey: ['discover-screen', 'featured', type],
    queryFn: ({ signal }) => call(type === 'movie' ? getFeaturedMovies : getFeaturedTv, {}, { signal }),
  })
}

export function browsePagesQuery(type: ScreenType, { owned: _owned, ...filters }: BrowseFilters) {
  return infiniteQueryOptions({
    ...pages,
    queryKey: ['discover-screen', 'browse', type, filters],
    queryFn: ({ signal, pageParam: page }) =>
      type === 'movie'
        ? call(browseMovies, { query: { ...movieBrowse(filters), page } }, { signal })
        : call(browseTv, { query: { ...tvBrowse(filters), page } }, { signal }),
  })
}

const SEARCHES = { movie: searchMovies, tv: searchTv, person: searchPeople } as const

/** Everything of one type by name. */
export function searchPagesQuery(type: keyof typeof SEARCHES, query: string) {
  return infiniteQueryOptions({
    ...pages,
    queryKey: ['discover-screen', 'search', type, query],
    queryFn: ({ signal, pageParam: page }) => call(SEARCHES[type], { query: { query, page } }, { signal }),
    enabled: query.length > 0,
  })
}

export type Lookup = 'keyword' | 'company'

export function lookupQuery(kind: Lookup, query: string) {
  return queryOptions({
    ...list,
    queryKey: ['discover-screen', 'lookup', kind, query],
    queryFn: ({ signal }) =>
      call(kind === 'keyword' ? searchKeywords : searchCompanies, { query: { query } }, { signal }),
    enabled: query.length > 0,
  })
}

export function genresQuery(type: ScreenType) {
  return queryOptions({
    ...reference,
    queryKey: ['discover-screen', 'genres', type],
    queryFn: ({ signal }) => call(type === 'movie' ? getMovieGenres : getTvGenres, {}, { signal }),
  })
}

export function providersQuery(type: ScreenType, region: string) {
  return queryOptions({
    ...reference,
    queryKey: ['discover-screen', 'providers', type, region],
    queryFn: ({ signal }) =>
      call(type === 'movie' ? getMovieProviders : getTvProviders, { query: { region } }, { signal }),
  })
}

export function regionsQuery() {
  return queryOptions({
    ...reference,
    queryKey: ['discover-screen', 'regions'],
    queryFn: ({ signal }) => call(getProviderRegions, {}, { signal }),
  })
}

export function languagesQuery() {
  return queryOptions({
    ...reference,
    queryKey: ['discover-screen', 'languages'],
    queryFn: ({ signal }) => call(getLanguages, {}, { signal }),
  })
}

export function movieQuery(id: string) {
  return queryOptions({
    ...detail,
    queryKey: ['discover-screen', 'movie', id],
    queryFn: ({ signal }) => call(getMovie, { params: { id } }, { signal }),
  })
}

export function showQuery(id: string) {
  return queryOptions({
    ...detail,
    queryKey: ['discover-screen', 'tv', id],
    queryFn: ({ signal }) => call(getTv, { params: { id } }, { signal }),
  })
}

const RELATED = {
  movie: { recommended: getMovieRecommendations, similar: getSimilarMovies },
  tv: { recommended: getTvRecommendations, similar: getSimilarTv },
} as const

export type Relation = keyof (typeof RELATED)['movie']

export function relatedQuery(type: ScreenType, id: string, relation: Relation) {
  return queryOptions({
    ...list,
    queryKey: ['discover-screen', 'related', type, id, relation],
    queryFn: ({ signal }) => call(RELATED[type][relation], { params: { id } }, { signal }),
  })
}

export function personQuery(id: string) {
  return queryOptions({
    ...detail,
    queryKey: ['discover-screen', 'person', id],
    queryFn: ({ signal }) => call(getPerson, { params: { id } }, { signal }),
  })
}

export function creditsQuery(id: string) {
  return queryOptions({
    ...detail,
    queryKey: ['discover-screen', 'credits', id],
    queryFn: ({ signal }) => call(getPersonCredits, { params: { id } }, { signal }),
  })
}
