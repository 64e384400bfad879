import type { TokenResponse, User } from '@foyer/contract/sessions'
import type { SafeStorage } from './preferences.ts'

/** What this browser keeps. The access token is kept by the tab alone, which asks for one of its own. */
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

/** The device says whose token it is. */
interface KeptAccess extends AccessToken {
  device_id: string
}

type EndReason = 'signed_out' | 'revoked'

interface Renewal {
  refresh_token: string
  access: AccessToken
}

export interface SessionDeps {
  storage: SafeStorage
  /** Ends with the tab: a reload goes on with its token, for refreshes are limited (0.5). */
  tab: SafeStorage
  key: string
  now: () => number
  /** Tells the other tabs of a renewed token, so that one refresh serves them all. */
  announce?: (renewal: Renewal) => void
}

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore({ storage, tab, key, now, announce }: SessionDeps) {
  let session = readSession()
  let access = readAccess()
  let ended: EndReason | null = null
  const listeners = new Set<() => void>()

  /** Null when there is nothing, or nothing that can be read. */
  function read(from: SafeStorage): unknown {
    try {
      return JSON.parse(from.getItem(key) ?? 'null')
    } catch {
      return null
    }
  }

  // What is kept is written below and by nobody else.
  function readSession(): Session | null {
    return read(storage) as Session | null
  }

  /** The tab's own token, while it lasts and belongs to whoever is signed in. */
  function readAccess(): AccessToken | null {
    const kept = read(tab) as KeptAccess | null
    const holds = kept && kept.device_id === session?.device_id && kept.expires_at > now()
    return holds ? { token: kept.token, expires_at: kept.expires_at } : null
  }

  function keepAccess(next: AccessToken | null) {
    access = next
    if (!next || !session) return tab.removeItem(key)
    tab.setItem(key, JSON.stringify({ ...next, device_id: session.device_id } satisfies KeptAccess))
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
      const fresh = { token: tokens.access_token, expires_at: now() + tokens.expires_in * 1000 }
      ended = null
      storage.setItem(key, JSON.stringify(session))
      keepAccess(fresh)
      announce?.({ refresh_token: session.refresh_token, access: fresh })
      tell()
    },

    rememberUser(user: User) {
      // Every page hangs on this: it is told of changes alone.
      if (!session || JSON.stringify(user) === JSON.stringify(session.user)) return
      session = { ...session, user }
      storage.setItem(key, JSON.stringify(session))
      tell()
    },

    end(reason: EndReason) {
      if (!session) return
      session = null
      keepAccess(null)
      ended = reason
      storage.removeItem(key)
      tell()
    },

    /** Another tab wrote the store: signed in, signed out, or refreshed the user. */
    reread() {
      const before = session?.refresh_token
      session = readSession()
      if (session?.refresh_token !== before) keepAccess(null)
      if (before && !session) ended = 'signed_out'
      tell()
    },

    /** Another tab renewed the token; ours is the same session, so it serves here too. */
    adopt(renewal: Renewal) {
      if (session?.refresh_token === renewal.refresh_token) keepAccess(renewal.access)
    },

    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
