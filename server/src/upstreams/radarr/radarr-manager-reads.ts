import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { LibraryEntry, ManagedTitle, ManagerReads } from '#ports/manager-reads.ts'
import { known } from '../servarr/servarr-calendar.ts'
import { factsOf, WireFileFacts } from '../servarr/servarr-file-facts.ts'
import { readOne } from '../servarr/servarr-files.ts'
import { createServarrManagerReads } from '../servarr/servarr-manager-reads.ts'
import { eachRecord } from '../servarr/servarr-stream.ts'
import { RADARR } from './radarr-product.ts'

const Title = z.object({ title: z.string(), year: z.int().nullish(), tmdbId: z.int().nullish() })
const Row = z.object({ movie: Title.nullish() })
const Movie = z.object({
  ...Title.shape,
  monitored: z.boolean(),
  hasFile: z.boolean().nullish(),
  isAvailable: z.boolean().nullish(),
  sizeOnDisk: z.number().nullish(),
})

function titleOf({ title, year, tmdbId }: z.output<typeof Title>): ManagedTitle {
  return { title, ...known('year', year), ...known('tmdb_id', tmdbId) }
}

/** A movie that is not out yet is not missing. */
function entryOf(movie: z.output<typeof Movie>): LibraryEntry {
  const file_count = movie.hasFile ? 1 : 0
  const isWanted = movie.monitored && movie.isAvailable !== false
  return {
    ...titleOf(movie),
    monitored: movie.monitored,
    file_count,
    wanted_count: Math.max(file_count, isWanted ? 1 : 0),
    size_bytes: movie.sizeOnDisk ?? 0,
  }
}

/** Radarr, API v3. */
export function createRadarrManagerReads(internal: Transport): ManagerReads {
  return createServarrManagerReads(internal, {
    product: RADARR,
    record: Row,
    titleOf: ({ movie }) => (movie ? titleOf(movie) : null),
    includes: { includeMovie: true },
    include_unknown: 'includeUnknownMovieItems',
    historyOf: ({ record_id }) => ({ path: 'history', query: { movieIds: record_id } }),
    candidate: Row,
    candidateTitle: ({ movie }) => ({ title: movie ? titleOf(movie) : null }),
    titles: client => ({
      // The flag saves Radarr a disk access per poster.
      eachTitle: (connection, _scope, take, signal) =>
        eachRecord(
          internal,
          RADARR,
          connection,
          { path: 'movie', query: { excludeLocalCovers: true }, signal },
          Movie,
          movie => take(entryOf(movie)),
        ),
      async title(connection, { record_id }, signal) {
        const movie = await readOne(client, Movie, connection, { path: `movie/${record_id}`, signal })
        return movie && [entryOf(movie)]
      },
      async files(connection, { record_id }, signal) {
        const query = { movieId: record_id }
        const files = await client.get(z.array(WireFileFacts), connection, {
          path: 'moviefile',
          query,
          signal,
        })
        return files.map(factsOf)
      },
    }),
  })
}
