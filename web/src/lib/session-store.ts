import type { TokenResponse, User } from '@foyer/contract/sessions'

/** What survives a reload. The access token does not: it lives an hour and is cheap to renew. */
export interface Session {
  refresh_token: string
  device_id: string
  user: User
}

export interface AccessToken {
  token: string
  /** Milliseconds since the epoch, by this device's clock. */
  expires_at: number
}

type EndReason = 'signed_out' | 'revoked'

interface Renewal {
  refresh_token: string
  access: AccessToken
}

export interface SessionDeps {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  key: string
  now: () => number
  /** Tells the other tabs of a renewed token, so that one refresh serves them all. */
  announce?: (renewal: Renewal) => void
}

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore({ storage, key, now, announce }: SessionDeps) {
  let session = read()
  let access: AccessToken | null = null
  let ended: EndReason | null = null
  const listeners = new Set<() => void>()

  function read(): Session | null {
    try {
      return JSON.parse(storage.getItem(key) ?? 'null') as Session | null
    } catch {
      return null
    }
  }

  function tell() {
    for (const listener of listeners) listener()
  }

  return {
    key,
    current: () => session,
    access: () => access,
    /** How the last session of this page ended; null until then and after signing in again. */
    endedBy: () => ended,

    accept(tokens: TokenResponse) {
      session = { refresh_token: tokens.refresh_token, device_id: tokens.device_id, user: tokens.user }
      access = { token: tokens.access_token, expires_at: now() + tokens.expires_in * 1000 }
      ended = null
      storage.setItem(key, JSON.stringify(session))
      announce?.({ refresh_token: session.refresh_token, access })
      tell()
    },

    rememberUser(user: User) {
      if (!session) return
      session = { ...session, user }
      storage.setItem(key, JSON.stringify(session))
      tell()
    },

    end(reason: EndReason) {
      if (!session) return
      session = null
      access = null
      ended = reason
      storage.removeItem(key)
      tell()
    },

    /** Another tab wrote the store: signed in, signed out, or refreshed the user. */
    reread() {
      const before = session?.refresh_token
      session = read()
      if (session?.refresh_token !== before) access = null
      if (before && !session) ended = 'signed_out'
      tell()
    },

    /** Another tab renewed the token; ours is the same session, so it serves here too. */
    adopt(renewal: Renewal) {
      if (session?.refresh_token === renewal.refresh_token) access = renewal.access
    },

    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
