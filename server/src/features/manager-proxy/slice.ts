import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { WorkFilter } from '#features/hidden-titles/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { ManagerGateway } from '#ports/manager-gateway.ts'
import { createBookSearch } from './book-search.ts'
import { bookSearchRoutes } from './book-search-routes.ts'
import { managerProxyRoutes } from './proxy-routes.ts'
import { isLookup } from './proxy-rules.ts'
import { createManagerProxy } from './proxy-service.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
  hidden_works: Pick<WorkFilter, 'found'>
  gateways: Readonly<Record<LibraryManagerType, ManagerGateway>>
}

/** Proxies the managers' own APIs without exposing their keys. */
export function createManagerProxySlice(platform: Platform, { kids, hidden_works, ...needs }: Needs) {
  const proxy = createManagerProxy({
    ...platform,
    ...needs,
    currentCaller: createCurrentCaller(platform.database),
    async cutForKids(caller, question) {
      const cut = await kids.libraryCut(caller, question)
      const { service_type, path } = question
      // The page of a book is read by its lookup, and admins open a hidden one to show it again.
      if (caller.role === 'admin' || service_type !== 'book_manager' || !isLookup(path)) return cut
      const cutHidden = await hidden_works.found()
      return body => cutHidden(cut(body))
    },
    queryForKids: kids.libraryQuery,
  })
  const searches = createBookSearch({ ...platform, ...needs, proxy, withoutHidden: hidden_works.found })
  return {
    api: { findBooks: searches.findBooks },
    routes: [...managerProxyRoutes(proxy), ...bookSearchRoutes(searches)],
  }
}
