import type { Database } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import { createMediaFiles, mediaFileRoutes, type TitleRecords } from '#features/media-files/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Outbound } from '#kit/outbound.ts'
import { createBookManagerFiles } from '#upstreams/book-manager/book-manager-files.ts'
import { createLidarrFiles } from '#upstreams/lidarr/lidarr-files.ts'
import { createRadarrFiles } from '#upstreams/radarr/radarr-files.ts'
import { createRadarrLibrary } from '#upstreams/radarr/radarr-library.ts'
import { createSonarrFiles } from '#upstreams/sonarr/sonarr-files.ts'
import { createSonarrLibrary } from '#upstreams/sonarr/sonarr-library.ts'

export interface MediaFilesComposition {
  database: Database
  clock: Clock
  log: Log
  outbound: Outbound
  inventory: Inventory
  kids: TitleGate
  tv_matches: Pick<TvMatches, 'resolve' | 'targets'>
  /** Of books and albums, as the slices that tell their status find them. */
  records: Pick<TitleRecords, 'book' | 'album'>
}

/** Downloads of what the libraries hold. */
export function composeMediaFiles(parts: MediaFilesComposition): { bindings: Binding[]; close(): void } {
  const { database, outbound } = parts
  const { internal } = outbound
  const media = createMediaFiles({
    ...parts,
    files: {
      movie_manager: createRadarrFiles(internal),
      tv_manager: createSonarrFiles(internal),
      book_manager: createBookManagerFiles(internal),
      music_manager: createLidarrFiles(internal),
    },
    records: createTitleRecords(parts),
    currentCaller: createCurrentCaller(database),
  })
  return { bindings: mediaFileRoutes(media), close: media.transfers.close }
}

/** Under which records each library has a title: the same ways by which its status is told. */
function createTitleRecords(parts: MediaFilesComposition): TitleRecords {
  const { database, outbound, inventory, tv_matches } = parts
  const movies = createRadarrLibrary(outbound.internal)
  const series = createSonarrLibrary(outbound.internal)

  /** What was settled before is good enough while the metadata provider is out. Null: it is not settled. */
  async function targetOf(instance: InstanceRecord, tmdb_id: number) {
    try {
      const { state, tvdb_id, season_map } = await tv_matches.resolve(tmdb_id, instance)
      if (state !== 'resolved' || tvdb_id === undefined) return null
      return { tvdb_id, season_map: Object.keys(season_map).length > 0 ? season_map : ('same' as const) }
    } catch (error) {
      const stored = (await tv_matches.targets(database.read, [tmdb_id])).get(tmdb_id)
      if (!stored) throw error
      return stored === 'paused' ? null : stored
    }
  }

  return {
    ...parts.records,
    async movie(instance, tmdb_id) {
      const movie = await movies.find(inventory.connectionOf(instance), tmdb_id)
      return movie ? [movie.record_id] : []
    },
    async series(instance, tmdb_id) {
      const target = await targetOf(instance, tmdb_id)
      const found = target && (await series.find(inventory.connectionOf(instance), target.tvdb_id))
      return found && { record_id: found.series_id, season_map: target.season_map }
    },
  }
}
