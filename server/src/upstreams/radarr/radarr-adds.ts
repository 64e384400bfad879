import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { MovieShelf } from '#ports/courier-movies.ts'
import { readShelfOptions, readTagIds, sendAdd, sendCommand } from '../servarr/servarr-adds.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { RADARR } from './radarr-product.ts'

const Shelved = z.object({
  id: z.int(),
  tmdbId: z.int(),
  title: z.string().nullish(),
  monitored: z.boolean(),
  hasFile: z.boolean().nullish(),
})
const Found = z.object({ tmdbId: z.int(), title: z.string(), year: z.int().nullish() })
/** Complete, because PUT replaces the record (servarr-common.md, 10). */
const WholeMovie = z.looseObject({ id: z.int(), monitored: z.boolean() })

const AVAILABILITIES = { announced: 'announced', in_cinemas: 'inCinemas', released: 'released' } as const

/** Radarr, API v3: radarr.md, "Add a movie". */
export function createRadarrShelf(internal: Transport): MovieShelf {
  const client = createServarrClient(internal, RADARR)
  return {
    product: RADARR.product,
    options: (connection, signal) => readShelfOptions(client, connection, signal),
    tags: (connection, signal) => readTagIds(client, connection, signal),
    async find(connection, tmdb_id, signal) {
      const query = { tmdbId: tmdb_id }
      const movies = await client.get(z.array(Shelved), connection, { path: 'movie', query, signal })
      const movie = movies.find(one => one.tmdbId === tmdb_id)
      if (!movie) return null
      const { id: record_id, title, hasFile, monitored } = movie
      return { record_id, title: title ?? '', has_file: hasFile ?? false, monitored }
    },
    async lookup(connection, tmdb_id, signal) {
      // `lookup/tmdb` answers 500 for an unknown id; the term answers an empty list.
      const query = { term: `tmdb:${tmdb_id}` }
      const movies = await client.get(z.array(Found), connection, { path: 'movie/lookup', query, signal })
      const movie = movies.find(one => one.tmdbId === tmdb_id)
      return movie ? { tmdb_id, title: movie.title, year: movie.year ?? 0 } : null
    },
    add: (connection, movie, signal) =>
      sendAdd(client, RADARR, connection, {
        path: 'movie',
        json: {
          tmdbId: movie.tmdb_id,
          title: movie.title,
          year: movie.year,
          qualityProfileId: movie.quality_profile_id,
          rootFolderPath: movie.root_folder,
          monitored: true,
          minimumAvailability: AVAILABILITIES[movie.minimum_availability],
          tags: movie.tags,
          // `movieAndCollection` would add more titles than requested.
          addOptions: { searchForMovie: movie.search, monitor: 'movieOnly', addMethod: 'manual' },
        },
        signal,
      }),
    async monitor(connection, record_id, signal) {
      const path = `movie/${record_id}`
      const movie = await client.get(WholeMovie, connection, { path, signal })
      const json = { ...movie, monitored: true }
      const query = { moveFiles: false }
      await client.send(connection, { method: 'PUT', path, query, json, idempotent: true, signal })
    },
    search: (connection, record_id, signal) =>
      sendCommand(client, connection, { name: 'MoviesSearch', movieIds: [record_id] }, signal),
  }
}
