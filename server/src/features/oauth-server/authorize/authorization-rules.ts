import type { ToolAuthorization } from '@foyer/contract/sign-in/sign-in-flow'
import { TOOL_SCOPE } from '@foyer/contract/tool-access/oauth-server'
import { OauthError } from '../oauth-error.ts'
import { isRegisteredRedirect } from '../clients/redirect-rules.ts'

const NAMES = [
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'state',
  'scope',
  'resource',
] as const satisfies (keyof ToolAuthorization)[]

/** An authorization request as it came: nothing about it is known to be right. */
export interface GivenAuthorization {
  values: Partial<ToolAuthorization>
  /** RFC 6749 §3.1: a parameter must not be there twice. Its first value may be another program's. */
  repeated: string[]
}

export function readAuthorization(parameters: URLSearchParams): GivenAuthorization {
  const values: Partial<ToolAuthorization> = {}
  for (const name of NAMES) {
    const value = parameters.get(name)
    // RFC 6749 §3.1: without a value it counts as left out.
    if (value) values[name] = value
  }
  return { values, repeated: NAMES.filter(name => parameters.getAll(name).length > 1) }
}

/** Why the person cannot be sent back to the client. A page shows it instead (2/4.5). */
export type NoReturn = 'unknown_client' | 'unknown_redirect'

/** Null: the person can be sent back to this client at this address. */
export function faultOfReturn(
  { values, repeated }: GivenAuthorization,
  client: { redirect_uris: readonly string[] } | undefined,
): NoReturn | null {
  if (!client || repeated.includes('client_id')) return 'unknown_client'
  const { redirect_uri } = values
  const isKnown = redirect_uri !== undefined && isRegisteredRedirect(client.redirect_uris, redirect_uri)
  return isKnown && !repeated.includes('redirect_uri') ? null : 'unknown_redirect'
}

/** The checked request, or the error for the client. Call `faultOfReturn` first. */
export function acceptAuthorization(
  { values, repeated }: GivenAuthorization,
  mcp_url: string,
): ToolAuthorization {
  const { client_id = '', redirect_uri = '', response_type = '', code_challenge = '', ...rest } = values
  if (repeated.length > 0) throw new OauthError('invalid_request', `${repeated[0]} was sent twice.`)
  if (response_type === '') throw new OauthError('invalid_request', 'response_type is missing.')
  if (response_type !== 'code')
    throw new OauthError('unsupported_response_type', 'Only the response type code is supported.')
  const { code_challenge_method = '', scope, resource } = rest
  if (!/^[\w-]{43}$/.test(code_challenge) || code_challenge_method !== 'S256')
    throw new OauthError('invalid_request', 'A code_challenge with the method S256 is required.')
  if (scope !== undefined && scope.split(' ').some(one => one !== TOOL_SCOPE))
    throw new OauthError('invalid_scope', `Only the scope ${TOOL_SCOPE} exists.`)
  assertResource(resource, mcp_url)
  return { client_id, redirect_uri, response_type, code_challenge, ...rest, code_challenge_method }
}

/** C53 */
export function assertResource(resource: string | undefined, mcp_url: string): void {
  if (resource === undefined || resource === mcp_url) return
  const isSame = URL.canParse(resource) && new URL(resource).href === new URL(mcp_url).href
  if (!isSame) throw new OauthError('invalid_target', 'This server has no such resource.')
}

/** Two requests are the same when everything about them is: a consent to one says nothing about another. */
export function isSameAuthorization(a: ToolAuthorization, b: ToolAuthorization): boolean {
  return NAMES.every(name => a[name] === b[name])
}
