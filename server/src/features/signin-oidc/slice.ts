import type { Tx } from '#db/database.ts'
import type { SessionIssuer, SessionsBegun, SignInAnswer, SsoRequired } from '#features/sessions/index.ts'
import type { ToolClients } from '#features/sign-in/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createOidcAdapter } from '#upstreams/oidc/oidc-adapter.ts'
import { type AdministrationParts, createOidcAdministration } from './admin/oidc-administration.ts'
import { createAccountEntry } from './flow/account-entry.ts'
import { createOidcBegin } from './flow/oidc-begin.ts'
import { createOidcBrowser } from './flow/oidc-browser.ts'
import { createOidcExchange } from './flow/oidc-exchange.ts'
import { oidcFlowRoutes } from './flow/oidc-flow-routes.ts'
import { createOidcPage } from './flow/oidc-page.ts'
import { createBackchannelLogout } from './logout/backchannel-logout.ts'
import { oidcLogoutRoutes } from './logout/oidc-logout-routes.ts'
import { createProviderLogout } from './logout/provider-logout.ts'
import { createOidcAttempts } from './oidc-attempts.ts'
import { createReadOidcConfiguration } from './oidc-configuration.ts'
import { createSsoPolicy } from './sso-policy.ts'

interface Needs {
  sessions: AdministrationParts['sessions'] & {
    issuer: SessionIssuer
    answer: SignInAnswer
    endSessionsBegun(tx: Tx, begun: SessionsBegun): Promise<number>
  }
  ssoRequired: SsoRequired
  tool_clients: ToolClients
}

/** Signing in with OpenID Connect. */
export function createSigninOidcSlice(platform: Platform, { sessions, ssoRequired, tool_clients }: Needs) {
  const { base_path, server_name } = platform.config
  const { issuer, answer, endSessionsBegun } = sessions
  const shared = {
    ...platform,
    provider: createOidcAdapter(platform),
    attempts: createOidcAttempts(platform),
    readConfiguration: createReadOidcConfiguration(platform, base_path),
    accounts: createAccountEntry(platform),
    tool_clients,
  }
  const policy = createSsoPolicy(platform)
  platform.hooks.ssoRequired.provide('signin-oidc', policy.ssoRequired)
  platform.hooks.providerLogout.provide('signin-oidc', createProviderLogout(shared))
  const flow = oidcFlowRoutes({
    begin: createOidcBegin(shared),
    browser: createOidcBrowser({ ...shared, base_path }),
    exchange: createOidcExchange({ ...shared, issuer }),
    page: createOidcPage({ server_name, base_path }),
    answer,
    base_path,
  })
  const administration = createOidcAdministration({
    ...shared,
    sessions,
    ssoRequired,
    signInsEnded: platform.hooks.signInsEnded.run,
  })
  return {
    api: { isSsoOnly: policy.isSsoOnly },
    routes: [
      ...flow,
      ...oidcLogoutRoutes(createBackchannelLogout({ ...shared, endSessionsBegun })),
      ...administration.routes,
    ],
  }
}
