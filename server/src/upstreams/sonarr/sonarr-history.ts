import { z } from 'zod'
import type { Transport } from '#kit/outbound.ts'
import type { ImportHistory } from '#ports/import-history.ts'
import { createServarrHistory } from '../servarr/servarr-history.ts'
import { SONARR } from './sonarr-product.ts'

/** Managers write 0 for unknown ids. */
const KnownId = z.int().nullish()

const Record = z.object({
  episodeId: z.int(),
  episode: z.object({ seasonNumber: z.int(), episodeNumber: z.int() }).nullish(),
  series: z.object({ title: z.string().min(1), tvdbId: KnownId, tmdbId: KnownId }).nullish(),
})

/** sonarr.md, "History": one row per episode; rows of one download share its id. */
export function createSonarrHistory(internal: Transport): ImportHistory {
  return createServarrHistory(internal, {
    product: SONARR,
    includes: { includeSeries: true, includeEpisode: true },
    record: Record,
    imports: new Set(['downloadFolderImported', 'seriesFolderImported']),
    deletion: 'episodeFileDeleted',
    subjectOf: row => row.episodeId,
    titleOf: ({ episode, series }) =>
      episode && series
        ? {
            media_type: 'tv',
            title: series.title,
            ...(series.tvdbId && { tvdb_id: series.tvdbId }),
            ...(series.tmdbId && { tmdb_id: series.tmdbId }),
            season_number: episode.seasonNumber,
            episode_number: episode.episodeNumber,
          }
        : null,
  })
}
