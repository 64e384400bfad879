import { z } from 'zod'
import { NumericIdParam } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { PageNumber, ScreenItem, ScreenPage } from './screen-items.ts'

const reader = {
  method: 'GET',
  access: 'user',
  permission: 'media:discover',
  spec: '1:4.5',
  kind: 'verbatim',
  params: z.object({ id: NumericIdParam }),
  refusals: ['not_found', 'metadata_unconfigured', 'upstream_failed', 'unavailable'],
} as const satisfies Partial<RouteDefinition>

const Genres = z.array(z.looseObject({ id: z.int(), name: z.string() })).optional()
const Person = z.looseObject({ id: z.int(), name: z.string(), profile_path: z.string().nullish() })
const Credits = z
  .looseObject({
    cast: z.array(Person.extend({ character: z.string().optional() })),
    crew: z.array(Person.extend({ job: z.string().optional() })),
  })
  .optional()
const Videos = z
  .looseObject({
    results: z.array(
      z.looseObject({ key: z.string(), name: z.string(), site: z.string(), type: z.string() }),
    ),
  })
  .optional()

/** The provider's own body; these are the fields clients rely on. */
export const MovieDetail = z.looseObject({
  id: z.int(),
  title: z.string(),
  overview: z.string().nullish(),
  tagline: z.string().nullish(),
  release_date: z.string().nullish(),
  runtime: z.int().nullish(),
  status: z.string().optional(),
  imdb_id: z.string().nullish(),
  poster_path: z.string().nullish(),
  backdrop_path: z.string().nullish(),
  vote_average: z.number().optional(),
  vote_count: z.int().optional(),
  genres: Genres,
  videos: Videos,
  credits: Credits,
  release_dates: z.looseObject({ results: z.array(z.looseObject({ iso_3166_1: z.string() })) }).optional(),
})
export type MovieDetail = z.infer<typeof MovieDetail>

export const TvDetail = z.looseObject({
  id: z.int(),
  name: z.string(),
  overview: z.string().nullish(),
  tagline: z.string().nullish(),
  first_air_date: z.string().nullish(),
  last_air_date: z.string().nullish(),
  status: z.string().optional(),
  number_of_seasons: z.int().nullish(),
  number_of_episodes: z.int().nullish(),
  poster_path: z.string().nullish(),
  backdrop_path: z.string().nullish(),
  vote_average: z.number().optional(),
  vote_count: z.int().optional(),
  genres: Genres,
  seasons: z
    .array(
      z.looseObject({
        season_number: z.int(),
        name: z.string(),
        episode_count: z.int(),
        air_date: z.string().nullish(),
        poster_path: z.string().nullish(),
      }),
    )
    .optional(),
  videos: Videos,
  credits: Credits,
  external_ids: z.looseObject({ imdb_id: z.string().nullish(), tvdb_id: z.int().nullish() }).optional(),
  content_ratings: z
    .looseObject({ results: z.array(z.looseObject({ iso_3166_1: z.string(), rating: z.string() })) })
    .optional(),
})
export type TvDetail = z.infer<typeof TvDetail>

export const getMovie = defineRoute({
  ...reader,
  path: '/api/media/movie/{id}',
  summary: 'A movie with videos, credits and release dates',
  response: MovieDetail,
})
export const getTv = defineRoute({
  ...reader,
  path: '/api/media/tv/{id}',
  summary: 'A show with videos, credits, external ids and content ratings',
  response: TvDetail,
})

const related = { ...reader, query: z.object({ page: PageNumber }), response: ScreenPage } as const

export const getMovieRecommendations = defineRoute({
  ...related,
  path: '/api/media/movie/{id}/recommendations',
  summary: 'Recommendations for this movie',
})
export const getSimilarMovies = defineRoute({
  ...related,
  path: '/api/media/movie/{id}/similar',
  summary: 'Movies like this one',
})
export const getTvRecommendations = defineRoute({
  ...related,
  path: '/api/media/tv/{id}/recommendations',
  summary: 'Recommendations for this show',
})
export const getSimilarTv = defineRoute({
  ...related,
  path: '/api/media/tv/{id}/similar',
  summary: 'Shows like this one',
})

export const PersonDetail = z.looseObject({
  id: z.int(),
  name: z.string(),
  biography: z.string().nullish(),
  birthday: z.string().nullish(),
  deathday: z.string().nullish(),
  place_of_birth: z.string().nullish(),
  known_for_department: z.string().nullish(),
  profile_path: z.string().nullish(),
})
export type PersonDetail = z.infer<typeof PersonDetail>

export const getPerson = defineRoute({
  ...reader,
  path: '/api/media/person/{id}',
  summary: 'A person',
  response: PersonDetail,
})

const Credit = ScreenItem.extend({ character: z.string().optional(), job: z.string().optional() })

export const getPersonCredits = defineRoute({
  ...reader,
  path: '/api/media/person/{id}/credits',
  summary: 'The credits of a person, movies and shows together',
  response: z.looseObject({ id: z.int(), cast: z.array(Credit), crew: z.array(Credit) }),
})
