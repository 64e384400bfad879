import type { Inventory } from '#features/instances/index.ts'
import type { TvMatches } from '#features/tv-matches/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createBookManagerActions } from '#upstreams/book-manager/book-manager-actions.ts'
import { createLidarrActions } from '#upstreams/lidarr/lidarr-actions.ts'
import { createRadarrActions } from '#upstreams/radarr/radarr-actions.ts'
import { createRadarrLibrary } from '#upstreams/radarr/radarr-library.ts'
import { createSonarrActions } from '#upstreams/sonarr/sonarr-actions.ts'
import { createSonarrShelf } from '#upstreams/sonarr/sonarr-adds.ts'
import { createLibraryActions } from './actions/library-actions.ts'
import type { LibraryOperations } from './library-operations.ts'

interface Needs {
  inventory: Inventory
  tv_matches: TvMatches
}

/** What admins and their assistants read from library managers and do there. */
export function createLibraryOperationsSlice(platform: Platform, needs: Needs) {
  const { internal } = platform.outbound
  const actions = createLibraryActions({
    ...platform,
    ...needs,
    managers: {
      movie: createRadarrActions(internal),
      tv: createSonarrActions(internal),
      book: createBookManagerActions(internal),
      music: createLidarrActions(internal),
    },
    movies: createRadarrLibrary(internal),
    series: createSonarrShelf(internal),
  })
  const operations: LibraryOperations = { reads: {}, actions }
  return { api: { operations }, routes: [] }
}
