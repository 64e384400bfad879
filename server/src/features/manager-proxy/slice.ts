import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { ManagerGateway } from '#ports/manager-gateway.ts'
import { createBookSearch } from './book-search.ts'
import { bookSearchRoutes } from './book-search-routes.ts'
import { managerProxyRoutes } from './proxy-routes.ts'
import { createManagerProxy } from './proxy-service.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
  gateways: Readonly<Record<LibraryManagerType, ManagerGateway>>
}

/** Proxies the managers' own APIs without exposing their keys. */
export function createManagerProxySlice(platform: Platform, { kids, ...needs }: Needs) {
  const proxy = createManagerProxy({
    ...platform,
    ...needs,
    currentCaller: createCurrentCaller(platform.database),
    cutForKids: kids.libraryCut,
    queryForKids: kids.libraryQuery,
  })
  const searches = createBookSearch({ ...platform, ...needs, proxy })
  return {
    api: { findBooks: searches.findBooks },
    routes: [...managerProxyRoutes(proxy), ...bookSearchRoutes(searches)],
  }
}
