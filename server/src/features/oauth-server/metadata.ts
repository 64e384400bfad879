import {
  type AuthorizationServerMetadata,
  type ProtectedResourceMetadata,
  TOOL_SCOPE,
} from '@foyer/contract/tool-access/oauth-server'
import type { z } from 'zod'
import type { ToolAddresses } from './grants/tool-access.ts'

/** RFC 8414. Only a configured issuer is stable enough to be named in answers (RFC 9207, 2:4.5). */
export function authorizationServerMetadata(
  { issuer }: ToolAddresses,
  is_issuer_stable: boolean,
): z.infer<typeof AuthorizationServerMetadata> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: [TOOL_SCOPE],
    ...(is_issuer_stable && { authorization_response_iss_parameter_supported: true as const }),
  }
}

/** RFC 9728 */
export function protectedResourceMetadata(
  { issuer, mcp_url }: ToolAddresses,
  server_name: string,
): z.infer<typeof ProtectedResourceMetadata> {
  return {
    resource: mcp_url,
    resource_name: server_name,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: [TOOL_SCOPE],
  }
}
