import { type Answer, json, Refused, type SimRequest, text } from '../kit/answer.ts'
import { uuidOf } from '../kit/ids.ts'
import { asRecord, textIn } from '../kit/json.ts'
import type { SimServer } from '../kit/sim-server.ts'
import { HOUR_MS, MINUTE_MS } from '../kit/time.ts'
import { type ShelfAccounts, type ShelfUser, userResource } from './audiobookshelf-accounts.ts'

export const SERVER_VERSION = '2.36.0'

const LOGIN_WINDOW_MS = 10 * MINUTE_MS
const LOGIN_LIMIT = 40

export interface ApiKey {
  id: string
  name: string
  key: string
  user_id: string
  is_active: boolean
  created_at: number
}

export interface ShelfAccess {
  keys: ApiKey[]
  addKey: (name: string, userId: string, active?: boolean) => ApiKey
  callerOf: (request: SimRequest) => ShelfUser | undefined
  openSessions: () => number
  /** Ends every refresh session of a user; access tokens live on (quirk 10). */
  endSessions: (userId: string) => void
}

interface AccessParts {
  server: SimServer
  accounts: ShelfAccounts
  seed: string
  now: () => number
  default_library: (user: ShelfUser) => string | null
}

/** No content type and one word (audiobookshelf.md, "Ground rules"). */
export function unauthorized(): Answer {
  return { status: 401, bytes: Buffer.from('Unauthorized') }
}

export function plain(status: number, sentence: string): Answer {
  return text(sentence, status, 'text/html; charset=utf-8')
}

export function bearerOf(request: SimRequest): string | undefined {
  return /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
}

export function createShelfAccess(parts: AccessParts): ShelfAccess {
  const { server, accounts, seed, now } = parts
  const keys: ApiKey[] = []
  const access = new Map<string, { user_id: string; until: number }>()
  const refresh = new Map<string, string>()
  let attempts: number[] = []
  let issued = 0

  function callerOf(request: SimRequest): ShelfUser | undefined {
    const token = bearerOf(request)
    if (!token) return undefined
    const session = access.get(token)
    const key = keys.find(one => one.key === token && one.is_active)
    const id = session && session.until > now() ? session.user_id : key?.user_id
    const user = id ? accounts.users.get(id) : accounts.users.values().find(one => one.token === token)
    return user?.is_active ? user : undefined
  }

  function issue(user: ShelfUser): { accessToken: string; refreshToken: string } {
    issued += 1
    const accessToken = `eyJ.${uuidOf(`${seed}:access:${issued}`)}.access`
    const refreshToken = `eyJ.${uuidOf(`${seed}:refresh:${issued}`)}.refresh`
    access.set(accessToken, { user_id: user.id, until: now() + HOUR_MS })
    refresh.set(refreshToken, user.id)
    return { accessToken, refreshToken }
  }

  /** Shared by login and refresh, counting successes too. */
  function countAttempt(): void {
    attempts = [...attempts.filter(at => now() - at < LOGIN_WINDOW_MS), now()]
    if (attempts.length <= LOGIN_LIMIT) return
    const wait = Math.ceil(((attempts[0] ?? now()) + LOGIN_WINDOW_MS - now()) / 1000)
    throw new Refused(
      json({ error: 'Too many authentication requests' }, 429, {
        'retry-after': String(wait),
        'ratelimit-limit': String(LOGIN_LIMIT),
        'ratelimit-remaining': '0',
        'ratelimit-reset': String(wait),
      }),
    )
  }

  const welcome = (user: ShelfUser, extra: object = {}) => ({
    user: { ...userResource(user, user, true), ...extra },
    userDefaultLibraryId: parts.default_library(user),
    serverSettings: {
      id: 'server-settings',
      language: 'en-us',
      version: SERVER_VERSION,
      buildNumber: 1,
      authActiveAuthMethods: ['local'],
    },
    ereaderDevices: [],
    Source: 'docker',
  })

  server.route(
    'POST /login',
    request => {
      countAttempt()
      const body = asRecord(request.body)
      const username = textIn(body, 'username')
      const password = textIn(body, 'password')
      if (!username || password === undefined) return { status: 400, bytes: Buffer.from('Bad Request') }
      const user = accounts.byLogin(username)
      // A wrong password, an unknown name and an inactive account look alike.
      if (!user || user.password !== password || !user.is_active) return unauthorized()
      const { accessToken, refreshToken } = issue(user)
      if (request.headers['x-return-tokens'] === 'true') {
        return json(welcome(user, { refreshToken, accessToken }))
      }
      return json(welcome(user, { refreshToken: null, accessToken }), 200, {
        'set-cookie': `refresh_token=${refreshToken}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax`,
      })
    },
    'open',
  )
  server.route('POST /api/authorize', request => json(welcome(caller(callerOf(request)))))
  server.route(
    'POST /logout',
    request => {
      refresh.delete(presentedRefresh(request))
      return json({ redirect_url: null })
    },
    'open',
  )
  server.route(
    'POST /auth/refresh',
    request => {
      countAttempt()
      const token = presentedRefresh(request)
      if (token === '') return json({ error: 'No refresh token provided' }, 401)
      const user = accounts.users.get(refresh.get(token) ?? '')
      refresh.delete(token)
      if (!user?.is_active) return json({ error: 'Invalid refresh token' }, 401)
      return json(welcome(user, issue(user)))
    },
    'open',
  )

  return {
    keys,
    openSessions: () => refresh.size,
    addKey(name, user_id, active = true) {
      const key = {
        id: uuidOf(`${seed}:key:${keys.length}`),
        name,
        key: `eyJ.${uuidOf(`${seed}:apikey:${keys.length}`)}.key`,
        user_id,
        is_active: active,
        created_at: now(),
      }
      keys.push(key)
      return key
    },
    callerOf,
    endSessions(userId) {
      for (const [token, owner] of refresh) if (owner === userId) refresh.delete(token)
    },
  }
}

function presentedRefresh(request: SimRequest): string {
  const header = request.headers['x-refresh-token']
  if (typeof header === 'string') return header
  return /refresh_token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
}

/** The keyed routes were let through with a caller. */
export function caller(user: ShelfUser | undefined): ShelfUser {
  if (!user) throw new Refused(unauthorized())
  return user
}

export function bossOnly(user: ShelfUser): ShelfUser {
  if (user.type !== 'root' && user.type !== 'admin') throw new Refused(forbidden())
  return user
}

export function forbidden(): Answer {
  return text('Forbidden', 403)
}

export function notFound(): Answer {
  return text('Not Found', 404)
}
