import type { Database } from '#db/database.ts'
import type { ReadOidcConfiguration } from '../oidc-configuration.ts'
import { ssoOnlyInForce } from '../sso-policy.ts'
import type { ProviderHealth } from './provider-health.ts'

interface SsoStatus {
  sso_available?: true
  sso_provider?: string
  sso_only?: true
  sso_origin?: string
  sso_error?: 'misconfigured' | 'provider_unreachable'
}

/**
 * The fields of the sign-in status about single sign-on (2/4.4); none while it is off. A provider that was not read yet
 * counts as usable: nothing is known against it.
 */
export function createSsoStatus(deps: {
  database: Database
  readConfiguration: ReadOidcConfiguration
  health: ProviderHealth
}) {
  const { database, readConfiguration, health } = deps

  async function read(): Promise<SsoStatus> {
    const { saved, client, server_url, is_complete } = await readConfiguration(database.read)
    if (!saved.enabled) return {}
    const state = is_complete ? (health.stateOf(client) ?? 'usable') : 'misconfigured'
    return {
      ...(state === 'usable' ? { sso_available: true } : { sso_error: state }),
      sso_provider: saved.label,
      ...(ssoOnlyInForce(saved) && { sso_only: true }),
      ...(server_url !== '' && { sso_origin: new URL(server_url).origin }),
    }
  }

  return {
    read,
    version: health.version,
    isOffered: async () => (await read()).sso_available === true,
  }
}
