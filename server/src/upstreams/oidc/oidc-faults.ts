import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { isClientRefused } from './client-authentication.ts'
import { isTransient, UpstreamFault } from '#kit/upstream-fault.ts'
import { OidcFault, type OidcFaultKind } from '#ports/oidc-provider.ts'

/** OAuth errors that mean that this client is not registered as configured. */
const CLIENT_ERRORS = new Set(['unauthorized_client', 'invalid_scope', 'invalid_request'])

/**
 * Turns every failure into a fault of the port. `otherwise` is the kind for answers that arrived and are not
 * acceptable. The causes hold tokens and claims, so they are dropped.
 */
export function oidcFaultFrom(error: unknown, otherwise: OidcFaultKind): OidcFault {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause instanceof OidcFault) return cause
    if (cause instanceof UpstreamFault) return faultOfCall(cause)
  }
  if (isClientRefused(error))
    return new OidcFault('misconfigured', 'The provider refused the client ID or its secret.')
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return faultOfOauthError(error.error, otherwise)
  if (error instanceof ClientError) return new OidcFault(otherwise, `${error.message}${codeOf(error)}`)
  if (error instanceof WWWAuthenticateChallengeError)
    return new OidcFault(otherwise, 'The provider refused its own token.')
  throw error
}

function faultOfCall(fault: UpstreamFault): OidcFault {
  const kind = isTransient(fault) || fault.kind === 'outcome_unknown' || fault.kind === 'unreachable'
  return new OidcFault(kind ? 'unreachable' : 'misconfigured', fault.message)
}

function faultOfOauthError(error: string, otherwise: OidcFaultKind): OidcFault {
  const is_client = CLIENT_ERRORS.has(error)
  // Written by the provider, and perhaps by whoever made the link: only known words are repeated.
  const named = is_client || error === 'invalid_grant' || error === 'access_denied' ? ` (${error})` : ''
  return new OidcFault(is_client ? 'misconfigured' : otherwise, `The provider refused the sign-in${named}.`)
}

function codeOf(error: { code?: unknown }): string {
  return typeof error.code === 'string' ? ` (${error.code}).` : '.'
}
