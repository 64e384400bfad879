import { isLibraryManager } from '@foyer/contract/instances/instance-types'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { forgetAdditionsOf } from './addition-store.ts'
import { recentlyAddedRoutes } from './recently-added-routes.ts'
import { createRecentlyAdded, type RecentlyAddedParts } from './recently-added.ts'

type Needs = Omit<RecentlyAddedParts, 'database' | 'clock' | 'currentCaller'>

/** The row of Home with what arrived lately in all libraries. library-news writes it. */
export function createRecentlyAddedSlice(platform: Platform, needs: Needs) {
  const { database, hooks } = platform
  hooks.instanceConnected.on('recently-added', async (tx, { id, service_type }) => {
    if (isLibraryManager(service_type)) await forgetAdditionsOf(tx, id)
  })
  const recently_added = createRecentlyAdded({
    ...platform,
    ...needs,
    currentCaller: createCurrentCaller(database),
  })
  return { api: {}, routes: recentlyAddedRoutes(recently_added) }
}
