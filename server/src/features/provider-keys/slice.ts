import type { SharedProfile } from '#features/ai-accounts/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createTmdbKeyCheck } from '#upstreams/tmdb/tmdb-key-check.ts'
import { createTraktKeyCheck } from '#upstreams/trakt/trakt-key-check.ts'
import { providerKeyRoutes } from './provider-key-routes.ts'
import { createProviderKeys } from './provider-key-service.ts'

/** Keys of the metadata and list providers, and the AI profile that the server includes. */
export function createProviderKeysSlice(platform: Platform, needs: { shared_ai: SharedProfile }) {
  const { tmdb, trakt } = platform.config
  const { external } = platform.outbound
  const keys = createProviderKeys({
    ...platform,
    ...needs,
    currentCaller: db => createCurrentCaller({ read: db }),
    environment: { tmdb_access_token: tmdb.api_key, list_provider_client_id: trakt.client_id },
    checks: {
      tmdb_access_token: createTmdbKeyCheck({ external, url: tmdb.url }),
      list_provider_client_id: createTraktKeyCheck({ external, url: trakt.url }),
    },
  })
  return { api: keys, routes: providerKeyRoutes(keys) }
}
