import type { ContentFilter } from '#features/discover-screen/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { gateWithHidden, withHidden } from './hidden-filter.ts'
import { createLibraryFilter } from './hidden-library-filter.ts'
import { createHiddenSet } from './hidden-set.ts'
import { hiddenTitleRoutes } from './hidden-title-routes.ts'
import { createWorkFilter } from './hidden-work-filter.ts'
import { createHiddenTitles } from './hidden-titles.ts'

interface Needs {
  /** What each caller may see besides. */
  filter: ContentFilter
  kids: TitleGate
}

/**
 * Titles that an admin keeps out of the catalogue and of the lists of libraries, for everybody. People still see what
 * they requested, reported or were notified about. Hiding revokes no access; the title is only no longer offered.
 */
export function createHiddenTitlesSlice(platform: Platform, { filter, kids }: Needs) {
  const { hooks } = platform
  const { current, change, listen } = createHiddenSet(platform)
  const currentCaller = createCurrentCaller(platform.database)
  const titles = createHiddenTitles({
    ...platform,
    currentCaller,
    record: hooks.titleRecord.find,
    changed: change,
    async albumTitle({ user_id }, foreign_id, signal) {
      const found = await hooks.album.find(foreign_id, { lane: String(user_id), signal })
      return found && found.title
    },
  })
  return {
    api: {
      current,
      filter: withHidden(current, filter),
      gate: gateWithHidden(current, kids),
      works: createWorkFilter(current),
      library: createLibraryFilter(current),
    },
    routes: hiddenTitleRoutes(titles),
    close: listen(),
  }
}
