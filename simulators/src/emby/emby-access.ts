import { type Answer, type SimRequest, text } from '../kit/answer.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { type ClientDescription, readClientHeader } from '../jellyfin/jellyfin-access.ts'
import { type EmbyAccounts, type EmbyUser, isDisabled } from './emby-accounts.ts'

export interface EmbySession {
  id: string
  token: string
  user: EmbyUser
  client: string
  device: string
  device_id: string
  version: string
  at: number
}

export type Caller = { kind: 'key' } | { kind: 'user'; user: EmbyUser; session: EmbySession }

export interface EmbyAccess {
  keys: Map<string, string>
  sessions: Map<string, EmbySession>
  callerOf: (request: SimRequest) => Caller | null
  revoke: (userId: string) => void
}

/** emby.md, "Errors": the bare message, called HTML. */
export function sentence(message: string, status: number): Answer {
  return text(message, status, 'text/html')
}

export function invalidToken(): Answer {
  return sentence('Access token is invalid or expired.', 401)
}

function headerOf(request: SimRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

export function describeClient(request: SimRequest): ClientDescription {
  const header = headerOf(request, 'x-emby-authorization') ?? headerOf(request, 'authorization')
  return readClientHeader(header, ['emby', 'mediabrowser']) ?? {}
}

/** Query names ignore case. */
export function queryOf(request: SimRequest, name: string): string | undefined {
  const wanted = name.toLowerCase()
  for (const [key, value] of request.query) if (key.toLowerCase() === wanted) return value
  return undefined
}

export function createEmbyAccess(accounts: EmbyAccounts): EmbyAccess {
  const keys = new Map<string, string>()
  const sessions = new Map<string, EmbySession>()
  return {
    keys,
    sessions,
    callerOf(request) {
      const token =
        headerOf(request, 'x-emby-token') ?? queryOf(request, 'api_key') ?? describeClient(request).token
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

export type Route = (
  pattern: string,
  need: 'nothing' | 'caller' | 'administrator',
  handler: (request: SimRequest, caller: Caller | null) => Answer,
) => void

export function isAdministrator(caller: Caller | null): boolean {
  return caller?.kind === 'key' || caller?.user.policy['IsAdministrator'] === true
}

export function createRoute(server: SimServer, access: EmbyAccess): Route {
  return (pattern, need, handler) => {
    const guarded = (request: SimRequest) => {
      const caller = access.callerOf(request)
      if (need !== 'nothing' && !caller) return invalidToken()
      if (need === 'administrator' && !isAdministrator(caller)) {
        return sentence('User does not have permission to perform this action.', 403)
      }
      return handler(request, caller)
    }
    server.route(pattern, guarded, 'open')
  }
}
