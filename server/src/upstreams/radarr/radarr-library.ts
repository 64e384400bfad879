import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { LibraryMovie, MovieLibrary } from '#ports/movie-library.ts'
import { ReleaseDay } from '../servarr/servarr-calendar.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { downloadOf, QUEUE_MS, QueueRow } from '../servarr/servarr-queue.ts'
import { eachRecord } from '../servarr/servarr-stream.ts'
import { RADARR } from './radarr-product.ts'

const Movie = z.object({
  id: z.int(),
  tmdbId: z.int(),
  title: z.string().nullish(),
  monitored: z.boolean(),
  hasFile: z.boolean().nullish(),
  inCinemas: ReleaseDay.nullish(),
  digitalRelease: ReleaseDay.nullish(),
})

const Row = z.object({
  ...QueueRow,
  movieId: z.int().nullish(),
  movie: z.object({ tmdbId: z.int() }).nullish(),
})

function movieOf(movie: z.output<typeof Movie>): LibraryMovie {
  return {
    record_id: movie.id,
    tmdb_id: movie.tmdbId,
    ...(movie.title && { title: movie.title }),
    has_file: movie.hasFile ?? false,
    monitored: movie.monitored,
    ...(movie.inCinemas && { in_cinemas: movie.inCinemas }),
    ...(movie.digitalRelease && { digital: movie.digitalRelease }),
  }
}

export function createRadarrLibrary(internal: Transport): MovieLibrary {
  const client = createServarrClient(internal, RADARR)
  const read = async (...call: Parameters<typeof client.send>) =>
    (await client.get(z.array(Movie), ...call)).map(movieOf)
  return {
    async list(connection, signal) {
      const movies: LibraryMovie[] = []
      // The flag saves Radarr a disk access per poster.
      const call = { path: 'movie', query: { excludeLocalCovers: true }, signal }
      await eachRecord(internal, RADARR, connection, call, Movie, movie => movies.push(movieOf(movie)))
      return movies
    },
    async find(connection, tmdb_id, signal) {
      const movies = await read(connection, { path: 'movie', query: { tmdbId: tmdb_id }, signal })
      return movies.find(movie => movie.tmdb_id === tmdb_id) ?? null
    },
    async queue(connection, signal) {
      const rows = await client.get(z.array(Row), connection, {
        path: 'queue/details',
        query: { includeMovie: true },
        timeout_ms: QUEUE_MS,
        signal,
      })
      return rows.flatMap(row =>
        row.movieId
          ? [
              {
                record_id: row.movieId,
                ...(row.movie && row.movie.tmdbId > 0 && { tmdb_id: row.movie.tmdbId }),
                download: downloadOf(row),
              },
            ]
          : [],
      )
    },
  }
}
