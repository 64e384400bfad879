import type { ProvePassword, ReadStatus, SsoRequired, TouchDevice } from '#features/sessions/index.ts'
import type { ToolClients } from '#features/sign-in/index.ts'
import type { PasskeyProof } from '#features/signin-passkey/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createAuthorization } from './authorize/authorization.ts'
import { createAuthorizePages } from './authorize/authorize-pages.ts'
import { authorizeRoutes } from './authorize/authorize-routes.ts'
import { deleteTickets } from './authorize/code-store.ts'
import { createConsents } from './authorize/consents.ts'
import { createGrants } from './grants/grants.ts'
import { createToolClientSweep } from './oauth-server-jobs.ts'
import { oauthServerRoutes } from './oauth-server-routes.ts'
import type { ToolAccess } from './grants/tool-access.ts'
import { createIdentifyTool } from './grants/tool-callers.ts'
import { createClients } from './clients/tool-clients-service.ts'
import { createToolTokens } from './grants/tool-tokens.ts'

interface Needs {
  sessions: { provePassword: ProvePassword; touch: TouchDevice; readStatus: ReadStatus }
  passkeys: PasskeyProof
  ssoRequired: SsoRequired
}

/** The authorization server for tool clients: assistants that act for a person. */
export function createOauthServerSlice(platform: Platform, { sessions, passkeys, ssoRequired }: Needs) {
  const { oauth_issuer, base_path, server_name } = platform.config
  const has_stable_issuer = oauth_issuer !== undefined
  const addressesAt: ToolAccess['addressesAt'] = origin => {
    // Without the port that goes without saying: the same address must always give the same audience.
    const issuer = oauth_issuer ?? `${new URL(origin).origin}${base_path}`
    return {
      issuer,
      mcp_url: `${issuer}/mcp`,
      metadata_url: `${issuer}/.well-known/oauth-protected-resource/mcp`,
    }
  }
  const tokens = createToolTokens(platform)
  const clients = createClients(platform)
  const consents = createConsents({ ...platform, ssoRequired })
  const devicesEnded = platform.hooks.devicesEnded.run
  const grants = createGrants({ ...platform, tokens, consents, devicesEnded })
  const { provePassword, readStatus } = sessions
  const shared = { clients, addressesAt, has_stable_issuer }
  const sweep = createToolClientSweep({ ...platform, grants })
  platform.hooks.signInsEnded.on('oauth-server', deleteTickets)

  const tool_access: ToolAccess = {
    addressesAt,
    identify: createIdentifyTool({ ...platform, tokens, touch: sessions.touch }),
  }
  const tool_clients: ToolClients = {
    async validate(oauth, origin) {
      await clients.accept(platform.database.read, oauth, addressesAt(origin))
    },
    offerConsent: consents.offerConsent,
  }
  return {
    api: { tool_access, tool_clients },
    routes: [
      ...oauthServerRoutes({ ...shared, grants, server_name }),
      ...authorizeRoutes({
        authorization: createAuthorization({ ...platform, ...shared, consents, provePassword, passkeys }),
        pages: createAuthorizePages({ server_name, base_path }),
        readStatus,
      }),
    ],
    start: sweep.schedule,
  }
}
