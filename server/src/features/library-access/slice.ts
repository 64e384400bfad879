import type { Grants, Inventory } from '#features/instances/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createLibraryAccess } from './library-access.ts'
import { libraryAccessRoutes } from './library-access-routes.ts'

interface Needs {
  inventory: Inventory
  grants: Grants
  alerts: Alerts
}

/** Asking for book and music libraries, and giving them. */
export function createLibraryAccessSlice(platform: Platform, needs: Needs) {
  const access = createLibraryAccess({ ...platform, ...needs })
  platform.hooks.grantsChanged.on('library-access', access.grantsChanged)
  return { api: {}, routes: libraryAccessRoutes(access) }
}
