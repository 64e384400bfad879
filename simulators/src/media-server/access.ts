import type { Answer, SimRequest } from '../kit/answer.ts'
import { hexOf } from '../kit/ids.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { isAdministratorAccount, isDisabled, type MediaAccounts, type MediaUser } from './accounts.ts'

export interface KnownClient {
  client: string
  device: string
  device_id: string
  version: string
}

export interface Session extends KnownClient {
  id: string
  token: string
  user: MediaUser
  at: number
}

export type Caller = { kind: 'key' } | { kind: 'user'; user: MediaUser; session: Session }

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

/** Signing in needs all four; null when one is missing. */
export function knownClient(description: ClientDescription): KnownClient | null {
  const { client, device, deviceid: device_id, version } = description
  return client && device && device_id && version ? { client, device, device_id, version } : null
}

/** Query names ignore case (jellyfin.md, "Ground rules"). */
export function queryOf(request: SimRequest, name: string): string | undefined {
  const wanted = name.toLowerCase()
  for (const [key, value] of request.query) if (key.toLowerCase() === wanted) return value
  return undefined
}

export function headerOf(request: SimRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** `Key` is what the server remembers of an API key. */
export interface MediaAccess<Key> {
  keys: Map<string, Key>
  sessions: Map<string, Session>
  callerOf: (request: SimRequest) => Caller | null
  /** Signs a user in from a client that has said who it is. */
  open: (user: MediaUser, client: KnownClient, now: number) => Session
  /** Ends every session of a user. */
  revoke: (userId: string) => void
}

export function createMediaAccess<Key>(
  accounts: MediaAccounts,
  presentedToken: (request: SimRequest) => string | undefined,
): MediaAccess<Key> {
  const keys = new Map<string, Key>()
  const sessions = new Map<string, Session>()
  return {
    keys,
    sessions,
    callerOf(request) {
      const token = presentedToken(request)
      if (!token) return null
      if (keys.has(token)) return { kind: 'key' }
      const session = sessions.get(token)
      const live = session && accounts.users.has(session.user.id) && !isDisabled(session.user)
      return live ? { kind: 'user', user: session.user, session } : null
    },
    open(user, client, now) {
      user.last_login = now
      const session: Session = {
        id: hexOf(`session:${client.device_id}:${user.id}`, 32),
        token: hexOf(`token:${user.id}:${sessions.size}:${now}`, 32),
        user,
        ...client,
        at: now,
      }
      sessions.set(session.token, session)
      return session
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
  return caller?.kind === 'key' || (caller !== null && isAdministratorAccount(caller.user))
}

export interface RoutePlan {
  /** What everybody is told while the server does not serve. */
  closed?: (request: SimRequest) => Answer | null
  callerOf: (request: SimRequest) => Caller | null
  unknown: () => Answer
  forbidden: () => Answer
}

/** Every route says whom it needs; who is unknown is told so before who may not. */
export function createGuardedRoute(server: SimServer, plan: RoutePlan): Route {
  return (pattern, need, handler) => {
    const guarded = (request: SimRequest) => {
      const closed = plan.closed?.(request)
      if (closed) return closed
      const caller = plan.callerOf(request)
      if (need !== 'nothing' && !caller) return plan.unknown()
      if (need === 'administrator' && !isAdministrator(caller)) return plan.forbidden()
      return handler(request, caller)
    }
    server.route(pattern, guarded, 'open')
  }
}
