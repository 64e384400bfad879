import type { DiscoverySettings } from '#features/app-config/index.ts'
import type { BookLists } from '#features/book-lists/index.ts'
import type { WorkFilter } from '#features/hidden-titles/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createHardcoverCovers } from '#upstreams/hardcover/hardcover-covers.ts'
import { createCoverRelay } from './cover-relay.ts'
import { discoverBookRoutes } from './discover-book-routes.ts'
import { createTrendingBooks } from './trending-service.ts'

interface Needs {
  inventory: Inventory
  lists: BookLists
  discovery: Pick<DiscoverySettings, 'hiddenTypes'>
  hidden_works: Pick<WorkFilter, 'trending'>
}

/** Trending books and their covers. */
export function createDiscoverBooksSlice(platform: Platform, needs: Needs) {
  const { clock, database, outbound, config } = platform
  const { cdn_url } = config.hardcover
  const books = createTrendingBooks({
    ...platform,
    ...needs,
    hiddenTypes: needs.discovery.hiddenTypes,
    withoutHidden: needs.hidden_works.trending,
    currentCaller: createCurrentCaller(database),
  })
  const covers = createHardcoverCovers({ external: outbound.external, cdn_url })
  const relay = createCoverRelay({ covers, clock })
  return { api: {}, routes: discoverBookRoutes({ books, relay }), close: books.close }
}
