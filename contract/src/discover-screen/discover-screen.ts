import { z } from 'zod'
import { FEATURED_SOURCES } from '../app-config.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { MovieBrowse, TvBrowse } from './screen-browse.ts'
import { PageNumber, ScreenPage } from './screen-items.ts'

const reader = {
  method: 'GET',
  access: 'user',
  permission: 'media:discover',
  spec: '1:4.5',
  kind: 'verbatim',
  refusals: ['metadata_unconfigured', 'upstream_failed', 'unavailable'],
} as const satisfies Partial<RouteDefinition>

const Paged = z.object({ page: PageNumber })
const list = { ...reader, query: Paged, response: ScreenPage } as const

export const getTrending = defineRoute({
  ...reader,
  path: '/api/discover/trending',
  summary: 'Trending movies, shows and people',
  query: z.object({ page: PageNumber, time_window: z.enum(['day', 'week']).default('day') }),
  response: ScreenPage,
})

export const getPopularMovies = defineRoute({
  ...list,
  path: '/api/discover/movies/popular',
  summary: 'Popular movies',
})
export const getPopularTv = defineRoute({
  ...list,
  path: '/api/discover/tv/popular',
  summary: 'Popular shows',
})
export const getTopRatedMovies = defineRoute({
  ...list,
  path: '/api/discover/movies/top-rated',
  summary: 'The best rated movies',
})
export const getTopRatedTv = defineRoute({
  ...list,
  path: '/api/discover/tv/top-rated',
  summary: 'The best rated shows',
})
export const getNowPlayingMovies = defineRoute({
  ...list,
  path: '/api/discover/movies/now-playing',
  summary: 'Movies in cinemas now',
})
export const getOnTheAirTv = defineRoute({
  ...list,
  path: '/api/discover/tv/on-the-air',
  summary: 'Shows with an episode this week',
})
export const getUpcomingMovies = defineRoute({
  ...list,
  path: '/api/discover/movies/upcoming',
  summary: 'Movies released in the next three months',
})
export const getUpcomingTv = defineRoute({
  ...list,
  path: '/api/discover/tv/upcoming',
  summary: 'Shows that begin in the next three months',
})

export const FeaturedPage = ScreenPage.extend({ source: z.enum(FEATURED_SOURCES) })
export type FeaturedPage = z.infer<typeof FeaturedPage>

export const getFeaturedMovies = defineRoute({
  ...list,
  path: '/api/discover/movies/featured',
  summary: 'The headline row of movies; `source` names the provider',
  response: FeaturedPage,
})
export const getFeaturedTv = defineRoute({
  ...list,
  path: '/api/discover/tv/featured',
  summary: 'The headline row of shows; `source` names the provider',
  response: FeaturedPage,
})

export const browseMovies = defineRoute({
  ...reader,
  path: '/api/discover/movies',
  summary: 'Movies by genre, date, rating, language, provider, keyword or company',
  query: MovieBrowse,
  response: ScreenPage,
})
export const browseTv = defineRoute({
  ...reader,
  path: '/api/discover/tv',
  summary: 'Shows by genre, date, rating, language, provider, keyword or company',
  query: TvBrowse,
  response: ScreenPage,
})

const Search = z.object({ query: z.string().trim().min(1).max(300), page: PageNumber })
const Named = z.looseObject({ id: z.int(), name: z.string() })
const NamedPage = ScreenPage.extend({ results: z.array(Named) })

export const searchScreen = defineRoute({
  ...reader,
  path: '/api/search',
  summary: 'Movies, shows and people by name',
  query: Search,
  response: ScreenPage,
})
/** Additive: the provider's own search of one type, so that no type crowds out another. */
export const searchMovies = defineRoute({
  ...reader,
  path: '/api/search/movie',
  summary: 'Movies by title',
  query: Search,
  response: ScreenPage,
})
export const searchTv = defineRoute({
  ...reader,
  path: '/api/search/tv',
  summary: 'Shows by title',
  query: Search,
  response: ScreenPage,
})
export const searchPeople = defineRoute({
  ...reader,
  path: '/api/search/person',
  summary: 'People by name',
  query: Search,
  response: ScreenPage,
})
/** Additive. */
export const FoundCollection = z.object({
  id: z.int(),
  name: z.string(),
  overview: z.string().nullish(),
  poster_path: z.string().nullish(),
  /** By release date. */
  movies: z.array(
    z.object({
      id: z.int(),
      title: z.string().optional(),
      release_date: z.string().nullish(),
      poster_path: z.string().nullish(),
      vote_average: z.number().nullish(),
    }),
  ),
})
export type FoundCollection = z.infer<typeof FoundCollection>

export const searchCollections = defineRoute({
  ...reader,
  kind: 'json',
  path: '/api/search/collection',
  summary: 'Movie collections by name with their movies; a kids account sees those it may see all movies of',
  query: z.object({ query: Search.shape.query }),
  response: z.object({ results: z.array(FoundCollection) }),
})
export const searchKeywords = defineRoute({
  ...reader,
  path: '/api/search/keyword',
  summary: 'Keywords by name, for browsing',
  query: Search,
  response: NamedPage,
})
export const searchCompanies = defineRoute({
  ...reader,
  path: '/api/search/company',
  summary: 'Companies by name, for browsing',
  query: Search,
  response: NamedPage,
})

const Genres = z.looseObject({ genres: z.array(z.looseObject({ id: z.int(), name: z.string() })) })

export const getMovieGenres = defineRoute({
  ...reader,
  path: '/api/genres/movie',
  summary: 'Genres of movies',
  response: Genres,
})
export const getTvGenres = defineRoute({
  ...reader,
  path: '/api/genres/tv',
  summary: 'Genres of shows',
  response: Genres,
})

const Region = z.object({
  region: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Use a region such as US.')
    .default('US'),
})
const WatchProviders = z.looseObject({
  results: z.array(
    z.looseObject({
      provider_id: z.int(),
      provider_name: z.string(),
      logo_path: z.string().nullable(),
      display_priority: z.int(),
    }),
  ),
})

export const getMovieProviders = defineRoute({
  ...reader,
  path: '/api/providers/movie',
  summary: 'Streaming services that offer movies in a region',
  query: Region,
  response: WatchProviders,
})
export const getTvProviders = defineRoute({
  ...reader,
  path: '/api/providers/tv',
  summary: 'Streaming services that offer shows in a region',
  query: Region,
  response: WatchProviders,
})
export const getProviderRegions = defineRoute({
  ...reader,
  path: '/api/providers/regions',
  summary: 'Regions whose streaming services are known',
  response: z.looseObject({
    results: z.array(
      z.looseObject({ iso_3166_1: z.string(), english_name: z.string(), native_name: z.string() }),
    ),
  }),
})
export const getLanguages = defineRoute({
  ...reader,
  path: '/api/languages',
  summary: 'Languages that titles are made in',
  response: z.array(z.looseObject({ iso_639_1: z.string(), english_name: z.string(), name: z.string() })),
})
