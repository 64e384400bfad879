import { type Answer, empty, type SimRequest, text } from '../kit/answer.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { type JellyfinAccounts, type JellyfinUser, isDisabled } from './jellyfin-accounts.ts'

export interface Session {
  id: string
  token: string
  user: JellyfinUser
  client: string
  device: string
  device_id: string
  version: string
  at: number
}

export type Caller = { kind: 'key' } | { kind: 'user'; user: JellyfinUser; session: Session }

export interface ClientDescription {
  client?: string | undefined
  device?: string | undefined
  deviceid?: string | undefined
  version?: string | undefined
  token?: string | undefined
}

/** `MediaBrowser Client="x", Token="y"`; values are percent-decoded. Null when the scheme word is another. */
export function readClientHeader(
  header: string | undefined,
  schemes: readonly string[],
): ClientDescription | null {
  const [, scheme = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(header ?? '') ?? []
  if (!schemes.includes(scheme.toLowerCase())) return null
  const parts = [...rest.matchAll(/(\w+)="([^"]*)"/g)]
  return Object.fromEntries(
    parts.map(([, name = '', value = '']) => [name.toLowerCase(), decodeURIComponent(value)]),
  )
}

/** Query names ignore case (jellyfin.md, "Ground rules"). */
export function queryOf(request: SimRequest, name: string): string | undefined {
  const wanted = name.toLowerCase()
  for (const [key, value] of request.query) if (key.toLowerCase() === wanted) return value
  return undefined
}

export interface Switches {
  /** 12.0 refuses the old header and query forms. */
  legacy_authorization: boolean
  /** While it starts, everything but the ping is a 503 page. */
  starting: boolean
}

function headerOf(request: SimRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
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

export interface Access {
  switches: Switches
  keys: Map<string, { id: number; app: string; at: number }>
  sessions: Map<string, Session>
  callerOf: (request: SimRequest) => Caller | null
  /** Ends every session of a user. */
  revoke: (userId: string) => void
}

export function createAccess(accounts: JellyfinAccounts, legacy: boolean): Access {
  const switches: Switches = { legacy_authorization: legacy, starting: false }
  const keys: Access['keys'] = new Map()
  const sessions: Access['sessions'] = new Map()
  return {
    switches,
    keys,
    sessions,
    callerOf(request) {
      const token = presentedToken(request, switches)
      if (!token) return null
      if (keys.has(token)) return { kind: 'key' }
      const session = sessions.get(token)
      const live = session && accounts.users.has(session.user.id) && !isDisabled(session.user)
      return live ? { kind: 'user', user: session.user, session } : null
    },
    revoke(userId) {
      for (const [token, session] of sessions) if (session.user.id === userId) sessions.delete(token)
    },
  }
}

export type Need = 'nothing' | 'caller' | 'administrator'
type GuardedHandler = (request: SimRequest, caller: Caller | null) => Answer
export type Route = (pattern: string, need: Need, handler: GuardedHandler) => void

export function isAdministrator(caller: Caller | null): boolean {
  return caller?.kind === 'key' || caller?.user.policy['IsAdministrator'] === true
}

/** jellyfin.md, "Status codes": start-up first, then 401 without a caller, then 403 without the right. */
export function createRoute(server: SimServer, access: Access): Route {
  return (pattern, need, handler) => {
    const guarded = (request: SimRequest) => {
      if (access.switches.starting && request.path !== '/System/Ping') {
        return text('<p>The server is starting. Please try again shortly.</p>', 503, 'text/html')
      }
      const caller = access.callerOf(request)
      if (need !== 'nothing' && !caller) return empty(401)
      if (need === 'administrator' && !isAdministrator(caller)) return empty(403)
      return handler(request, caller)
    }
    server.route(pattern, guarded, 'open')
  }
}
