import type { DiscoverySettings } from '#features/app-config/index.ts'
import type { ProviderKeys } from '#features/provider-keys/index.ts'
import type { Caller } from '#kit/caller.ts'
import type { MaybeAsync } from '#kit/maybe-async.ts'
import type { Platform } from '#platform/platform.ts'
import { createTmdbScreenCatalog } from '#upstreams/tmdb/tmdb-screen.ts'
import { createTraktImages } from '#upstreams/trakt/trakt-images.ts'
import { createTraktListProvider } from '#upstreams/trakt/trakt-lists.ts'
import type { ContentFilter } from './content-filter.ts'
import { createDiscoverScreen } from './discover-screen.ts'
import { discoverScreenRoutes } from './feeds/discover-screen-routes.ts'
import { listProviderRoutes } from './lists/list-provider-routes.ts'
import { mediaDetailRoutes } from './titles/media-detail-routes.ts'
import { titlePartRoutes } from './titles/title-part-routes.ts'

interface Needs {
  keys: ProviderKeys
  discovery: DiscoverySettings
  /** The language that a caller reads in. */
  languageOf: (caller: Caller) => MaybeAsync<string>
  /** What each caller may see. */
  filter: ContentFilter
}

/** Movie and TV discovery: the metadata provider, the list provider, and the filters applied to both. */
export function createDiscoverScreenSlice(platform: Platform, needs: Needs) {
  const { config, database, hooks } = platform
  const { external } = platform.outbound
  const { keys } = needs
  const screen = createDiscoverScreen({
    ...platform,
    ...needs,
    catalogIn: createTmdbScreenCatalog({
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
  hooks.titleRecord.provide('discover-screen', screen.details.record)
  return {
    api: { details: screen.details, feeds: screen.feeds },
    routes: [
      ...discoverScreenRoutes(screen),
      ...mediaDetailRoutes(screen.details),
      ...titlePartRoutes(screen.parts),
      ...listProviderRoutes({ feeds: screen.lists, relay: screen.relay }),
    ],
  }
}
