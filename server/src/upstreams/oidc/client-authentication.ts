import {
  type ClientAuth,
  ClientSecretPost,
  None,
  ResponseBodyError,
  type ServerMetadata,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { OidcClient } from '#ports/oidc-provider.ts'

/**
 * How this client proves itself, in the order to try. Which of the two a client is registered for is not in the
 * description; a provider that is asked in the other way refuses before it looks at the code.
 */
export function authenticationsOf({ client_secret }: OidcClient, found: ServerMetadata): ClientAuth[] {
  if (client_secret === '') return [None()]
  const offered = found.token_endpoint_auth_methods_supported
  const ways: [string, ClientAuth][] = [
    ['client_secret_basic', basic(client_secret)],
    ['client_secret_post', ClientSecretPost(client_secret)],
  ]
  const usable = ways.filter(([name]) => offered?.includes(name) ?? true)
  return (usable.length > 0 ? usable : ways).map(([, way]) => way)
}

/**
 * RFC 6749 §2.3.1. Escapes no more than needed: the library also escapes signs such as `-`, and providers that do not
 * unescape then refuse the client.
 */
function basic(client_secret: string): ClientAuth {
  return (_server, { client_id }, _body, headers) => {
    const pair = `${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }
}

export function isClientRefused(error: unknown): boolean {
  if (error instanceof WWWAuthenticateChallengeError) return error.status === 401
  return error instanceof ResponseBodyError && error.error === 'invalid_client'
}
