import { createCurrentCaller } from '#features/sessions/index.ts'
import { asRefusal } from '#http/errors.ts'
import type { Platform } from '#platform/platform.ts'
import { searchRoutes } from './search-routes.ts'
import { createSearch } from './search-service.ts'
import { createSearchSources, type SearchNeeds } from './search-sources.ts'

/** One search over movies, shows, people, books and music (C61). */
export function createSearchSlice(platform: Platform, needs: Omit<SearchNeeds, 'database'>) {
  const { database } = platform
  const search = createSearch({
    ...platform,
    sources: createSearchSources({ ...needs, database }),
    currentCaller: createCurrentCaller(database),
    asRefusal,
  })
  return { api: {}, routes: searchRoutes(search) }
}
