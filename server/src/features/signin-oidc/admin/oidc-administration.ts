import type { Database, Tx } from '#db/database.ts'
import type {
  FindLinkedSignIns,
  SessionOrigin,
  SessionsBegun,
  SsoRequired,
} from '#features/sessions/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { OidcProvider } from '#ports/oidc-provider.ts'
import type { Settings } from '#settings/settings.ts'
import { createLinkedByOidc } from '../identities/linked-by-oidc.ts'
import { createOidcIdentities } from '../identities/oidc-identities.ts'
import { oidcIdentityRoutes } from '../identities/oidc-identity-routes.ts'
import type { OidcAttempts } from '../oidc-attempts.ts'
import type { ReadOidcConfiguration } from '../oidc-configuration.ts'
import { oidcConfigRoutes } from './oidc-config-routes.ts'
import { createOidcConfig } from './oidc-config-service.ts'
import { createProviderHealth } from './provider-health.ts'
import { createSsoStatus } from './sso-status.ts'

export interface AdministrationParts {
  database: Database
  settings: Settings
  clock: Clock
  log: Log
  provider: OidcProvider
  attempts: OidcAttempts
  readConfiguration: ReadOidcConfiguration
  ssoRequired: SsoRequired
  /** Called when sign-ins under way must begin again, also those that only wait for a consent. */
  signInsEnded: (tx: Tx) => Promise<void>
  sessions: {
    endSessionsBegun(tx: Tx, begun: SessionsBegun): Promise<unknown>
    endOtherSessionsOfUsers(tx: Tx, method: SessionOrigin['method']): Promise<unknown>
    linkedSignIns: FindLinkedSignIns
    addLinkedMethod(method: FindLinkedSignIns): void
    addToStatus(part: ReturnType<typeof createSsoStatus>): void
    offerMethod(method: 'oidc', isOffered: () => Promise<boolean>): void
  }
}

/** The configuration of the provider, what the sign-in status says about it, and the identities that people linked. */
export function createOidcAdministration(parts: AdministrationParts) {
  const { sessions, readConfiguration } = parts
  const health = createProviderHealth(parts)
  const status = createSsoStatus({ ...parts, health })
  sessions.addLinkedMethod(createLinkedByOidc(readConfiguration))
  sessions.addToStatus(status)
  sessions.offerMethod('oidc', status.isOffered)
  return {
    routes: [
      ...oidcConfigRoutes(createOidcConfig({ ...parts, health })),
      ...oidcIdentityRoutes(createOidcIdentities(parts)),
    ],
  }
}
