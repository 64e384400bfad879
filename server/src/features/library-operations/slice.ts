import type { Inventory } from '#features/instances/index.ts'
import type { TitleRecords } from '#features/media-files/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Platform } from '#platform/platform.ts'
import {
  createBookManagerActions,
  createBookManagerEntries,
} from '#upstreams/book-manager/book-manager-actions.ts'
import { createBookManagerReads } from '#upstreams/book-manager/book-manager-reads.ts'
import { createLidarrActions, createLidarrEntries } from '#upstreams/lidarr/lidarr-actions.ts'
import { createLidarrManagerReads } from '#upstreams/lidarr/lidarr-manager-reads.ts'
import { createRadarrActions, createRadarrEntries } from '#upstreams/radarr/radarr-actions.ts'
import { createRadarrLibrary } from '#upstreams/radarr/radarr-library.ts'
import { createRadarrManagerReads } from '#upstreams/radarr/radarr-manager-reads.ts'
import { createSonarrActions, createSonarrEntries } from '#upstreams/sonarr/sonarr-actions.ts'
import { createSonarrShelf } from '#upstreams/sonarr/sonarr-adds.ts'
import { createSonarrManagerReads } from '#upstreams/sonarr/sonarr-manager-reads.ts'
import { createLibraryActions } from './actions/library-actions.ts'
import type { WorkRecords } from './actions/work-actions.ts'
import type { LibraryOperations } from './library-operations.ts'
import { createLibraryReads } from './library-reads.ts'

interface Needs {
  inventory: Inventory
  tv_matches: TvMatches
  title_records: Pick<TitleRecords, 'movie' | 'series' | 'seriesByTvdb'>
  work_records: WorkRecords
}

/** What admins and their assistants read from library managers and do there. */
export function createLibraryOperationsSlice(platform: Platform, needs: Needs) {
  const { internal } = platform.outbound
  const reads = createLibraryReads({
    ...platform,
    ...needs,
    managers: {
      movie_manager: createRadarrManagerReads(internal),
      tv_manager: createSonarrManagerReads(internal),
      book_manager: createBookManagerReads(internal),
      music_manager: createLidarrManagerReads(internal),
    },
    showsOf: needs.tv_matches.shows,
  })
  const actions = createLibraryActions({
    ...platform,
    ...needs,
    managers: {
      movie: createRadarrActions(internal),
      tv: createSonarrActions(internal),
      book: createBookManagerActions(internal),
      music: createLidarrActions(internal),
    },
    entries: {
      movie: createRadarrEntries(internal),
      tv: createSonarrEntries(internal),
      book: createBookManagerEntries(internal),
      music: createLidarrEntries(internal),
    },
    movies: createRadarrLibrary(internal),
    series: createSonarrShelf(internal),
  })
  const operations: LibraryOperations = { reads, actions }
  return { api: { operations }, routes: [] }
}
