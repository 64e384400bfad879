import type { Config } from '#config'
import type { Database } from '#db/database.ts'
import type { DiscoverScreen } from '#features/discover-screen/index.ts'
import type { Inventory } from '#features/instances/index.ts'
import { type Correctives, findRequests } from '#features/requests/index.ts'
import { createTvMatches, tvMatchRoutes, tvRepairRoutes } from '#features/tv-matches/index.ts'
import type { Binding } from '#http/bind.ts'
import type { Clock } from '#kit/clock.ts'
import type { Outbound } from '#kit/outbound.ts'
import { createSonarrLookup } from '#upstreams/sonarr/sonarr-lookup.ts'
import { createTraktBridge } from '#upstreams/trakt/trakt-bridge.ts'
import type { composeConfiguration } from './configuration.ts'

/** Which series of a library a show is: the shared records of the catalogue, the bridges, the admins' word. */
export function composeTvMatches(parts: {
  config: Config
  database: Database
  clock: Clock
  outbound: Outbound
  inventory: Inventory
  screen: Pick<DiscoverScreen, 'details'>
  configuration: Pick<ReturnType<typeof composeConfiguration>, 'keys'>
}) {
  const { config, database, outbound, screen } = parts
  const { keys } = parts.configuration
  const tv_matches = createTvMatches({
    ...parts,
    keys,
    record: screen.details.record,
    lists: createTraktBridge({
      external: outbound.external,
      url: config.trakt.url,
      client_id: () => keys.listProviderClientId(database.read),
    }),
    lookup: createSonarrLookup(outbound.internal),
  })
  return {
    tv_matches,
    bindings: tvMatchRoutes(tv_matches.editor),
    /** Bound once there are requests, which themselves ask for matches. */
    repairBindings: (correctives: Correctives): Binding[] =>
      tvRepairRoutes(tv_matches.repairsOf({ ...correctives, find: findRequests })),
  }
}
