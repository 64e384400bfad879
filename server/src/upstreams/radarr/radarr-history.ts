import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { ImportHistory } from '#ports/import-history.ts'
import { createServarrHistory } from '../servarr/servarr-history.ts'
import { RADARR } from './radarr-product.ts'

const Record = z.object({
  movieId: z.int(),
  movie: z.object({ tmdbId: z.int().positive(), title: z.string().min(1) }).nullish(),
})

/** radarr.md, "History row". */
export function createRadarrHistory(internal: Transport): ImportHistory {
  return createServarrHistory(internal, {
    product: RADARR,
    includes: { includeMovie: true },
    record: Record,
    imports: new Set(['downloadFolderImported', 'movieFolderImported']),
    deletion: 'movieFileDeleted',
    subjectOf: row => row.movieId,
    titleOf: ({ movie }) =>
      movie ? { media_type: 'movie', tmdb_id: movie.tmdbId, title: movie.title } : null,
  })
}
