import * as routes from '@foyer/contract/tool-access/oauth-server'
import type { ToolClients } from '#features/sign-in/index.ts'
import { bind } from '#http/bind.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Platform } from '#platform/platform.ts'
import type { ToolAccess } from './tool-access.ts'

function unavailable(): never {
  throw new Refusal('unavailable')
}

/** The authorization server for tool clients: assistants that act for a person. */
export function createOauthServerSlice({ config }: Platform) {
  const tool_access: ToolAccess = {
    addressesAt(origin) {
      const issuer = config.oauth_issuer ?? `${origin}${config.base_path}`
      return {
        issuer,
        mcp_url: `${issuer}/mcp`,
        metadata_url: `${issuer}/.well-known/oauth-protected-resource/mcp`,
      }
    },
    identify: async () => 'unauthorized',
  }
  const tool_clients: ToolClients | null = null
  return {
    api: { tool_access, tool_clients },
    routes: [
      bind(routes.getAuthorizationServer).to(unavailable),
      bind(routes.getOpenIdConfiguration).to(unavailable),
      bind(routes.getProtectedResource).to(unavailable),
      bind(routes.getProtectedResourceMcp).to(unavailable),
      bind(routes.postOauthRegister).to(unavailable),
      bind(routes.getOauthAuthorize).to(unavailable),
      bind(routes.postOauthAuthorize).to(unavailable),
      bind(routes.postOauthPasskeyBegin).to(unavailable),
      bind(routes.postOauthPasskeyFinish).to(unavailable),
      bind(routes.postOauthToken).to(unavailable),
      bind(routes.postOauthRevoke).to(unavailable),
    ],
  }
}
