import type { RouteDefinition } from '@foyer/contract/route'
import { Refusal } from '#kit/refusal.ts'
import { assertMay, type Caller, type Identify, type AuthFailure, authFailure } from '#kit/caller.ts'

const BEARER = /^Bearer ([\x21-\x7e]+)$/i

export function bearerToken(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1]
}

/** The caller, or the 401 with its reason. */
export function authenticate(
  identify: Identify,
  authorization: string | undefined,
): Caller | Refusal | Promise<Caller | Refusal> {
  return callerOf(identify, bearerToken(authorization))
}

/** The same for a token from elsewhere than the header. */
export function callerOf(
  identify: Identify,
  token: string | undefined,
): Caller | Refusal | Promise<Caller | Refusal> {
  if (token === undefined) return authFailure('unauthorized')
  const found = identify(token)
  if (found instanceof Promise) return found.then(asCallerOrRefusal)
  return asCallerOrRefusal(found)
}

function asCallerOrRefusal(found: Caller | AuthFailure): Caller | Refusal {
  return typeof found === 'string' ? authFailure(found) : found
}

/**
 * CONTRIBUTING rule 3: what admins read may come from another service, which took its time. A token that has expired
 * since was good when it was sent.
 */
export async function assertStillPermitted(
  route: RouteDefinition,
  identify: Identify,
  authorization: string | undefined,
): Promise<void> {
  const found = await authenticate(identify, authorization)
  if (!(found instanceof Refusal)) return assertPermitted(route, found)
  if (found.code === 'session_revoked') throw found
}

/** 403, regardless of the input (0.3): the admin class first, then the named permission. */
export function assertPermitted(route: RouteDefinition, caller: Caller): void {
  if (route.access === 'admin' && caller.role !== 'admin') throw new Refusal('forbidden')
  if (route.permission) assertMay(caller, route.permission)
}
