import { type Answer, type SimRequest, text } from '../kit/answer.ts'
import type { SimServer } from '../kit/sim-server.ts'
import {
  type ClientDescription,
  createGuardedRoute,
  createMediaAccess,
  headerOf,
  type MediaAccess,
  queryOf,
  readClientHeader,
  type Route,
} from '../media-server/access.ts'
import type { MediaAccounts } from '../media-server/accounts.ts'

/** A key is remembered by the name of its application. */
export type EmbyAccess = MediaAccess<string>

/** emby.md, "Errors": the bare message, called HTML. */
export function sentence(message: string, status: number): Answer {
  return text(message, status, 'text/html')
}

export function invalidToken(): Answer {
  return sentence('Access token is invalid or expired.', 401)
}

export function describeClient(request: SimRequest): ClientDescription {
  const header = headerOf(request, 'x-emby-authorization') ?? headerOf(request, 'authorization')
  return readClientHeader(header, ['emby', 'mediabrowser']) ?? {}
}

function presentedToken(request: SimRequest): string | undefined {
  return headerOf(request, 'x-emby-token') ?? queryOf(request, 'api_key') ?? describeClient(request).token
}

export function createEmbyAccess(accounts: MediaAccounts): EmbyAccess {
  return createMediaAccess(accounts, presentedToken)
}

export function createRoute(server: SimServer, access: EmbyAccess): Route {
  return createGuardedRoute(server, {
    callerOf: access.callerOf,
    unknown: invalidToken,
    forbidden: () => sentence('User does not have permission to perform this action.', 403),
  })
}
