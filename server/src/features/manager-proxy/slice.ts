import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { LibraryFilter, WorkFilter } from '#features/hidden-titles/index.ts'
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
  hidden_titles: { works: Pick<WorkFilter, 'found'>; library: LibraryFilter }
  gateways: Readonly<Record<LibraryManagerType, ManagerGateway>>
}

/** Proxies the managers' own APIs without exposing their keys. */
export function createManagerProxySlice(platform: Platform, { kids, hidden_titles, ...needs }: Needs) {
  const proxy = createManagerProxy({
    ...platform,
    ...needs,
    currentCaller: createCurrentCaller(platform.database),
    async cutFor(caller, question) {
      const cut = await kids.libraryCut(caller, question)
      const cutHidden = await hidden_titles.library.cut(caller, question)
      return body => {
        const allowed = cut(body)
        return allowed === null ? null : cutHidden(allowed)
      }
    },
    queryFor: async (caller, question, query) =>
      hidden_titles.library.query(caller, question, await kids.libraryQuery(caller, question, query)),
  })
  const searches = createBookSearch({
    ...platform,
    ...needs,
    proxy,
    withoutHidden: hidden_titles.works.found,
  })
  return {
    api: { findBooks: searches.findBooks },
    routes: [...managerProxyRoutes(proxy), ...bookSearchRoutes(searches)],
  }
}
