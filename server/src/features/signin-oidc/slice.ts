import * as admin from '@foyer/contract/sign-in/oidc-admin'
import * as own from '@foyer/contract/sign-in/oidc-sign-in'
import type { Tx } from '#db/database.ts'
import type { SessionIssuer, SessionOrigin, SessionsBegun, SignInAnswer } from '#features/sessions/index.ts'
import { bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import { createOidcAdapter } from '#upstreams/oidc/oidc-adapter.ts'
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

interface Needs {
  sessions: {
    issuer: SessionIssuer
    answer: SignInAnswer
    endSessionsBegun(tx: Tx, begun: SessionsBegun): Promise<number>
    offerProviderLogout(find: (origin: SessionOrigin) => Promise<string | undefined>): void
  }
}

/** Signing in with OpenID Connect. */
export function createSigninOidcSlice(platform: Platform, { sessions }: Needs) {
  const { base_path, server_name } = platform.config
  const { issuer, answer, endSessionsBegun } = sessions
  const shared = {
    ...platform,
    provider: createOidcAdapter(platform),
    attempts: createOidcAttempts(platform),
    readConfiguration: createReadOidcConfiguration(platform, base_path),
    accounts: createAccountEntry(platform),
    // There are none yet (2:4.5).
    tool_clients: null,
  }
  sessions.offerProviderLogout(createProviderLogout(shared))
  const flow = oidcFlowRoutes({
    begin: createOidcBegin(shared),
    browser: createOidcBrowser({ ...shared, base_path }),
    exchange: createOidcExchange({ ...shared, issuer }),
    page: createOidcPage({ server_name, base_path }),
    answer,
    base_path,
  })
  const unfinished = [
    own.getOidcIdentities,
    own.deleteOidcIdentities,
    admin.getOidcConfig,
    admin.putOidcConfig,
    admin.postOidcValidate,
    admin.getUserOidc,
    admin.deleteUserOidc,
  ].map(route =>
    bind(route).to(() => {
      throw new Refusal('unavailable')
    }),
  )
  return {
    api: {},
    routes: [
      ...flow,
      ...oidcLogoutRoutes(createBackchannelLogout({ ...shared, endSessionsBegun })),
      ...unfinished,
    ],
  }
}
