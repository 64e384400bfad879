import { empty, type SimRequest, text } from '../kit/answer.ts'
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

export interface Switches {
  /** 12.0 refuses the old header and query forms. */
  legacy_authorization: boolean
  /** While it starts, everything but the ping is a 503 page. */
  starting: boolean
  /** Whether its administrator lets people sign in by code. */
  quick_connect: boolean
}

export function describeClient(request: SimRequest, switches: Switches): ClientDescription {
  const schemes = switches.legacy_authorization ? ['mediabrowser', 'emby'] : ['mediabrowser']
  const header = readClientHeader(headerOf(request, 'authorization'), schemes)
  if (header || !switches.legacy_authorization) return header ?? {}
  return readClientHeader(headerOf(request, 'x-emby-authorization'), schemes) ?? {}
}

function presentedToken(request: SimRequest, switches: Switches): string | undefined {
  const modern = describeClient(request, switches).token || queryOf(request, 'ApiKey')
  if (modern || !switches.legacy_authorization) return modern
  return (
    headerOf(request, 'x-emby-token') ??
    headerOf(request, 'x-mediabrowser-token') ??
    queryOf(request, 'api_key')
  )
}

export interface Access extends MediaAccess<{ id: number; app: string; at: number }> {
  switches: Switches
}

export function createAccess(accounts: MediaAccounts, legacy: boolean): Access {
  const switches: Switches = { legacy_authorization: legacy, starting: false, quick_connect: true }
  return { switches, ...createMediaAccess(accounts, request => presentedToken(request, switches)) }
}

/** jellyfin.md, "Status codes": start-up first, then 401 without a caller, then 403 without the right. */
export function createRoute(server: SimServer, access: Access): Route {
  return createGuardedRoute(server, {
    closed: request =>
      access.switches.starting && request.path !== '/System/Ping'
        ? text('<p>The server is starting. Please try again shortly.</p>', 503, 'text/html')
        : null,
    callerOf: access.callerOf,
    unknown: () => empty(401),
    forbidden: () => empty(403),
  })
}
