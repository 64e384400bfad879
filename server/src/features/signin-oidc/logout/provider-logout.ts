import type { Database } from '#db/database.ts'
import type { SessionOrigin } from '#features/sessions/index.ts'
import type { OidcProvider } from '#ports/oidc-provider.ts'
import type { ReadOidcConfiguration } from '../oidc-configuration.ts'

/** C63: where the browser ends the provider's session too. The session here has already ended. */
export function createProviderLogout(deps: {
  database: Database
  provider: OidcProvider
  readConfiguration: ReadOidcConfiguration
}) {
  const { database, provider, readConfiguration } = deps
  return async (origin: SessionOrigin): Promise<string | undefined> => {
    if (origin.method !== 'oidc') return undefined
    const { saved, client, server_url, is_complete } = await readConfiguration(database.read)
    // The issuer of a token may be written with another slash than in the configuration.
    const is_current = URL.parse(origin.issuer ?? '')?.href === URL.parse(saved.issuer)?.href
    if (!saved.enabled || !is_complete || !is_current) return undefined
    return provider.endSessionUrl(client, `${server_url}/`)
  }
}
