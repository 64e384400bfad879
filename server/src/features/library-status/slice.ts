import type { Inventory } from '#features/instances/index.ts'
import type { LibraryEvents } from '#features/library-webhooks/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createRadarrLibrary } from '#upstreams/radarr/radarr-library.ts'
import { createSonarrLibrary } from '#upstreams/sonarr/sonarr-library.ts'
import { createLibrarySnapshot } from './read/library-snapshot.ts'

interface Needs {
  inventory: Inventory
  library_events: LibraryEvents
}

/** The current content of the movie and TV libraries. */
export function createLibraryStatusSlice(platform: Platform, needs: Needs) {
  const { internal } = platform.outbound
  const live = createLibrarySnapshot({
    ...platform,
    ...needs,
    movies: createRadarrLibrary(internal),
    series: createSonarrLibrary(internal),
  })
  return { api: live, routes: [], close: live.status.close }
}
