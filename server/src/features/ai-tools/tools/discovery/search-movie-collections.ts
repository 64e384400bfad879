import { searchCollections as route } from '@foyer/contract/discover-screen/discover-screen'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { fitRows } from '../fit-result.ts'
import { Query } from './search-inputs.ts'
import { shorten, TitleRow, titleRows } from './title-rows.ts'

/** A few collections have hundreds of movies. */
const MAX_MOVIES = 30

export const searchMovieCollections = defineTool({
  name: 'search_movie_collections',
  title: 'Search movie collections',
  description:
    'Finds movie series (collections) by name, each with its movies in order of release. Use it when somebody wants ' +
    'all movies of a series; request each movie by its tmdb_id with request_media.',
  permission: 'media:discover',
  hint: 'read',
  input: z.object({ query: Query.describe('The name of the series, or a part of it.') }),
  output: z.object({
    collections: z.array(
      z.object({
        collection_id: z.int(),
        name: z.string(),
        overview: z.string().optional(),
        movies: z.array(TitleRow.omit({ overview: true, media_type: true })),
        /** Whether there are more movies than these. */
        truncated: z.boolean(),
      }),
    ),
    /** Whether more collections were found than these. */
    truncated: z.boolean(),
  }),
  async run({ query }, { call }) {
    const { results } = await call(route, { query: { query } })
    const collections = results.map(({ id, name, overview, movies }) => ({
      collection_id: id,
      name,
      overview: shorten(overview),
      movies: titleRows(
        movies.slice(0, MAX_MOVIES).map(movie => ({
          ...movie,
          release_date: movie.release_date ?? '',
          vote_average: movie.vote_average ?? undefined,
        })),
        'movie',
      ),
      truncated: movies.length > MAX_MOVIES,
    }))
    const { rows, truncated } = fitRows(collections)
    return { collections: rows, truncated }
  },
})
