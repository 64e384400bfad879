import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createBookManagerFiles } from '#upstreams/book-manager/book-manager-files.ts'
import { createLidarrFiles } from '#upstreams/lidarr/lidarr-files.ts'
import { createRadarrFiles } from '#upstreams/radarr/radarr-files.ts'
import { createRadarrLibrary } from '#upstreams/radarr/radarr-library.ts'
import { createSonarrFiles } from '#upstreams/sonarr/sonarr-files.ts'
import { createSonarrLibrary } from '#upstreams/sonarr/sonarr-library.ts'
import type { TitleRecords } from './media-file-parts.ts'
import { mediaFileRoutes } from './media-file-routes.ts'
import { createMediaFiles } from './media-files.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
  tv_matches: Pick<TvMatches, 'resolve' | 'targets'>
  /** Records of books and albums, found as for their status. */
  records: Pick<TitleRecords, 'book' | 'album'>
}

/** Downloads from the libraries. */
export function createMediaFilesSlice(platform: Platform, needs: Needs) {
  const { internal } = platform.outbound
  const title_records = createTitleRecords(platform, needs)
  const media = createMediaFiles({
    ...platform,
    ...needs,
    files: {
      movie_manager: createRadarrFiles(internal),
      tv_manager: createSonarrFiles(internal),
      book_manager: createBookManagerFiles(internal),
      music_manager: createLidarrFiles(internal),
    },
    records: title_records,
    currentCaller: createCurrentCaller(platform.database),
  })
  return { api: { title_records }, routes: mediaFileRoutes(media), endStreams: media.transfers.close }
}

/** The library records of a title, found as for its status. */
function createTitleRecords({ database, outbound }: Platform, needs: Needs): TitleRecords {
  const { inventory, tv_matches } = needs
  const movies = createRadarrLibrary(outbound.internal)
  const series = createSonarrLibrary(outbound.internal)

  /** While the metadata provider does not answer, the stored match is used. Null: the show is not matched. */
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
    ...needs.records,
    async movie(instance, tmdb_id) {
      const movie = await movies.find(inventory.connectionOf(instance), tmdb_id)
      return movie ? [movie.record_id] : []
    },
    async series(instance, tmdb_id) {
      const target = await targetOf(instance, tmdb_id)
      const found = target && (await series.find(inventory.connectionOf(instance), target.tvdb_id))
      return found && { record_id: found.series_id, season_map: target.season_map }
    },
    async seriesByTvdb(instance, tvdb_id) {
      const found = await series.find(inventory.connectionOf(instance), tvdb_id)
      return found && { record_id: found.series_id }
    },
  }
}
