import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { FilePlace, MediaFile, MediaFiles } from '#ports/media-files.ts'
import { createServarrClient } from '../servarr/servarr-client.ts'
import { FileRecord, parentOf, Rated, readOne } from '../servarr/servarr-files.ts'
import { eachRecord } from '../servarr/servarr-stream.ts'
import { RADARR } from './radarr-product.ts'

const MovieFile = z.object({ ...FileRecord, movieId: z.int().positive() })
const Shelved = z.object({
  path: z.string().nullish(),
  hasFile: z.boolean().nullish(),
  movieFile: z.object({ path: z.string().nullish() }).nullish(),
})

function fileOf({ id, movieId, path, size }: z.output<typeof MovieFile>): MediaFile {
  return { file_id: id, record_id: movieId, path, size_bytes: size }
}

/** Radarr, API v3: radarr.md, "File record". */
export function createRadarrFiles(internal: Transport): MediaFiles {
  const client = createServarrClient(internal, RADARR)
  return {
    async find(connection, file_id, signal) {
      const file = await readOne(client, MovieFile, connection, { path: `moviefile/${file_id}`, signal })
      return file && fileOf(file)
    },
    async ofRecords(connection, record_ids, signal) {
      if (record_ids.length === 0) return []
      const query = { movieId: record_ids.map(String) }
      const files = await client.get(z.array(MovieFile), connection, { path: 'moviefile', query, signal })
      return files.map(fileOf)
    },
    async parent(connection, record_id, signal) {
      const movie = await readOne(client, Rated, connection, { path: `movie/${record_id}`, signal })
      return movie && parentOf('movie', movie)
    },
    async places(connection, signal) {
      const places: FilePlace[] = []
      // The flag saves Radarr a disk access per poster.
      const call = { path: 'movie', query: { excludeLocalCovers: true }, signal }
      await eachRecord(internal, RADARR, connection, call, Shelved, movie => {
        const path = movie.movieFile?.path ?? movie.path
        if (movie.hasFile && path) places.push({ path, files: 1 })
      })
      return places
    },
  }
}
