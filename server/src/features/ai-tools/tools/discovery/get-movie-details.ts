import { getMovie } from '@foyer/contract/discover-screen/media-details'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { commonDetails, Details } from './details.ts'
import { TmdbId } from './search-inputs.ts'
import { yearOf } from './title-rows.ts'

export const getMovieDetails = defineTool({
  name: 'get_movie_details',
  title: 'Movie details',
  description:
    'Everything about one movie: plot, genres, cast, director, length, rating. Get the tmdb_id from a search first. ' +
    'Whether it is in the library is a question for check_request_status.',
  permission: 'media:discover',
  hint: 'read',
  input: z.object({ tmdb_id: TmdbId }),
  output: Details.extend({
    release_date: z.string().optional(),
    runtime_minutes: z.int().optional(),
    directors: z.array(z.string()),
  }),
  async run({ tmdb_id }, { call }) {
    const movie = await call(getMovie, { params: { id: String(tmdb_id) } })
    const crew = movie.credits?.crew ?? []
    return {
      ...commonDetails(movie),
      tmdb_id: movie.id,
      title: movie.title,
      year: yearOf(movie.release_date),
      release_date: movie.release_date || undefined,
      runtime_minutes: movie.runtime || undefined,
      directors: crew.filter(({ job }) => job === 'Director').map(({ name }) => name),
    }
  },
})
