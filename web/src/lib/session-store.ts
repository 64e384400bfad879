import type { TokenResponse, User } from '@foyer/contract/sessions/sessions'
import type { SafeStorage } from './preferences.ts'

/** What this browser stores. The access token is stored per tab; each tab gets its own. */
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

/** The device the token belongs to. */
interface StoredAccess extends AccessToken {
  device_id: string
}

type EndReason = 'signed_out' | 'revoked'

interface Renewal {
  refresh_token: string
  access: AccessToken
}

export interface SessionDeps {
  storage: SafeStorage
  /** Ends with the tab. A reload keeps its token, because refreshes are rate limited (0.5). */
  tab: SafeStorage
  key: string
  now: () => number
  /** Shares a renewed token with the other tabs, so that one refresh serves them all. */
  announce?: (renewal: Renewal) => void
}

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore({ storage, tab, key, now, announce }: SessionDeps) {
  let session = readSession()
  let access = readAccess()
  let ended: EndReason | null = null
  const listeners = new Set<() => void>()

  /** Null if nothing is stored or it cannot be read. */
  function read(from: SafeStorage): unknown {
    try {
      return JSON.parse(from.getItem(key) ?? 'null')
    } catch {
      return null
    }
  }

  // Only the functions below write this.
  function readSession(): Session | null {
    return read(storage) as Session | null
  }

  /** The tab's own token, while it is valid and belongs to the signed-in account. */
  function readAccess(): AccessToken | null {
    const kept = read(tab) as StoredAccess | null
    const holds = kept && kept.device_id === session?.device_id && kept.expires_at > now()
    return holds ? { token: kept.token, expires_at: kept.expires_at } : null
  }

  function storeAccess(next: AccessToken | null) {
    access = next
    if (!next || !session) return tab.removeItem(key)
    tab.setItem(key, JSON.stringify({ ...next, device_id: session.device_id } satisfies StoredAccess))
  }

  function notify() {
    for (const listener of listeners) listener()
  }

  return {
    key,
    current: () => session,
    access: () => access,
    /** How the last session of this page ended; null before that and after signing in again. */
    endedBy: () => ended,

    accept(tokens: TokenResponse) {
      session = { refresh_token: tokens.refresh_token, device_id: tokens.device_id, user: tokens.user }
      const fresh = { token: tokens.access_token, expires_at: now() + tokens.expires_in * 1000 }
      ended = null
      storage.setItem(key, JSON.stringify(session))
      storeAccess(fresh)
      announce?.({ refresh_token: session.refresh_token, access: fresh })
      notify()
    },

    rememberUser(user: User) {
      // Every page subscribes to this, so it notifies only about real changes.
      if (!session || JSON.stringify(user) === JSON.stringify(session.user)) return
      session = { ...session, user }
      storage.setItem(key, JSON.stringify(session))
      notify()
    },

    end(reason: EndReason) {
      if (!session) return
      session = null
      storeAccess(null)
      ended = reason
      storage.removeItem(key)
      notify()
    },

    /** Another tab changed the store: signed in, signed out, or refreshed the user. */
    reread() {
      const before = session?.refresh_token
      session = readSession()
      if (session?.refresh_token !== before) storeAccess(null)
      if (before && !session) ended = 'signed_out'
      notify()
    },

    /** Another tab renewed the token. The session is the same, so it is valid here too. */
    adopt(renewal: Renewal) {
      if (session?.refresh_token === renewal.refresh_token) storeAccess(renewal.access)
    },

    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
