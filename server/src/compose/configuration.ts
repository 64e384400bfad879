import type { Config } from '#config'
import type { Database, Db } from '#db/database.ts'
import {
  appConfigRoutes,
  createConfigs,
  createDiscoverySettings,
  createSetupChecklist,
  type InstanceInventory,
} from '#features/app-config/index.ts'
import type { EventHub } from '#features/live-events/index.ts'
import { createOutboundProxy, outboundProxyRoutes } from '#features/outbound-proxy/index.ts'
import { createProviderKeys, providerKeyRoutes } from '#features/provider-keys/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Scrubber } from '#kit/scrub.ts'
import type { Settings } from '#settings/settings.ts'
import { createTmdbCertifications } from '#upstreams/tmdb/tmdb-certifications.ts'
import { createTmdbKeyCheck } from '#upstreams/tmdb/tmdb-key-check.ts'
import { createTraktKeyCheck } from '#upstreams/trakt/trakt-key-check.ts'
import type { composeWaysOut } from './outbound.ts'

export interface ConfigurationParts {
  config: Config
  database: Database
  settings: Settings
  clock: Clock
  scrubber: Scrubber
  events: EventHub
  inventory: InstanceInventory
  ways: ReturnType<typeof composeWaysOut>
  /** Where posters come from now. */
  imageBaseUrl(db: Db): Promise<string>
}

/** What admins configure beside instances: capabilities, the checklist, provider keys, the way out. */
export function composeConfiguration(parts: ConfigurationParts) {
  const { config, database, settings, clock, scrubber, events, inventory, ways } = parts
  const { external } = ways.outbound
  const tmdb = { external, url: config.tmdb.url }

  const keys = createProviderKeys({
    database,
    settings,
    events,
    scrubber,
    environment: {
      tmdb_access_token: config.tmdb.api_key,
      list_provider_client_id: config.trakt.client_id,
    },
    checks: {
      tmdb_access_token: createTmdbKeyCheck(tmdb),
      list_provider_client_id: createTraktKeyCheck({ external, url: config.trakt.url }),
    },
  })
  const proxy = createOutboundProxy({
    database,
    settings,
    clock,
    scrubber,
    holder: ways.proxy_holder,
    reach: ways.reachThrough,
  })
  const discovery = createDiscoverySettings({ database, settings, events, keys, inventory })
  const server = { server_name: config.server_name, version: config.version }
  return {
    keys,
    discovery,
    certification_lists: createTmdbCertifications({ ...tmdb, key: () => keys.metadataKey(database.read) }),
    bindings: [
      ...appConfigRoutes({
        configs: createConfigs({
          database,
          settings,
          keys,
          inventory,
          server,
          imageBaseUrl: parts.imageBaseUrl,
        }),
        discovery,
        setup: createSetupChecklist({
          database,
          settings,
          keys,
          inventory,
          push_gateway_url: config.push.gateway_url,
        }),
      }),
      ...providerKeyRoutes(keys),
      ...outboundProxyRoutes(proxy),
    ],
  }
}
