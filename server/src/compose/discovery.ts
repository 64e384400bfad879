import type { Config } from '#config'
import type { Database } from '#db/database.ts'
import {
  type ContentFilter,
  createDiscoverScreen,
  type DiscoverScreen,
  discoverScreenRoutes,
  listProviderRoutes,
  mediaDetailRoutes,
  titlePartRoutes,
} from '#features/discover-screen/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { Transport } from '#kit/outbound.ts'
import { createTmdbScreenCatalog } from '#upstreams/tmdb/tmdb-screen.ts'
import { createTraktImages } from '#upstreams/trakt/trakt-images.ts'
import { createTraktListProvider } from '#upstreams/trakt/trakt-lists.ts'
import type { composeConfiguration } from './configuration.ts'

export interface DiscoveryComposition {
  config: Config
  database: Database
  clock: Clock
  log: Log
  external: Transport
  configuration: Pick<ReturnType<typeof composeConfiguration>, 'keys' | 'discovery'>
  filter: ContentFilter
}

/** What people find titles with: the metadata provider, the list provider, and the filters before both. */
export function composeDiscovery(parts: DiscoveryComposition): {
  screen: DiscoverScreen
  bindings: Binding[]
} {
  const { config, database, clock, log, external, filter } = parts
  const { keys, discovery } = parts.configuration
  const screen = createDiscoverScreen({
    database,
    clock,
    log,
    discovery,
    keys,
    filter,
    catalog: createTmdbScreenCatalog({
      external,
      url: config.tmdb.url,
      key: () => keys.metadataKey(database.read),
    }),
    lists: createTraktListProvider({
      external,
      url: config.trakt.url,
      client_id: () => keys.listProviderClientId(database.read),
    }),
    images: createTraktImages({ external, images_url: config.trakt.images_url }),
  })
  return {
    screen,
    bindings: [
      ...discoverScreenRoutes(screen),
      ...mediaDetailRoutes(screen.details),
      ...titlePartRoutes(screen.parts),
      ...listProviderRoutes({ feeds: screen.lists, relay: screen.relay }),
    ],
  }
}
