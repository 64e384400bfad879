import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import type { ProviderKeys } from '#features/provider-keys/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createSonarrLookup } from '#upstreams/sonarr/sonarr-lookup.ts'
import { createTraktBridge } from '#upstreams/trakt/trakt-bridge.ts'
import { tvMatchRoutes } from './tv-match-routes.ts'
import { createTvMatches } from './tv-matches.ts'

interface Needs {
  inventory: Inventory
  keys: ProviderKeys
  screen: Pick<DiscoverScreen, 'details'>
}

/** Maps shows to the series of a library: catalogue records, id bridges and admins' decisions. */
export function createTvMatchesSlice(platform: Platform, { screen, ...needs }: Needs) {
  const { config, database, outbound } = platform
  const tv_matches = createTvMatches({
    ...platform,
    ...needs,
    record: screen.details.record,
    lists: createTraktBridge({
      external: outbound.external,
      url: config.trakt.url,
      client_id: () => needs.keys.listProviderClientId(database.read),
    }),
    lookup: createSonarrLookup(outbound.internal),
  })
  return { api: tv_matches, routes: tvMatchRoutes(tv_matches.editor) }
}
