import type { Permission } from '@foyer/contract/permissions'
import type { Database, Db } from '#db/database.ts'
import {
  assertMay,
  type Caller,
  type CurrentCaller,
  type Identify,
  type AuthFailure,
  sessionRevoked,
} from '#kit/caller.ts'
import type { Clock } from '#kit/clock.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { TouchDevice } from './devices/device-touch.ts'
import { findSession, findSessions, type SessionRow } from './session-store.ts'

const SESSIONS_REMEMBERED = 10_000

interface Remembered {
  caller: Caller
  commits: number
  /** The earlier of the token's expiry and the next "last seen" update. */
  until_ms: number
}

/** An image token names only its device, and is revoked with it (R14). */
interface Claimed {
  device_id: string
  user_id?: number
  expires_at_ms?: number
}

/**
 * Checks every request: the token must belong to an existing user and device (R4). On SQLite the result is cached by
 * token until this process commits something, so it is never stale; on PostgreSQL, where other processes write too, it
 * is read each time.
 */
export function createSessionCheck(deps: {
  database: Database
  tokens: AccessTokens
  clock: Clock
  touch: TouchDevice
}): { identify: Identify; identifyByImageToken: Identify } {
  const { database, tokens, clock, touch } = deps

  async function readLive({
    device_id,
    user_id,
  }: Claimed): Promise<{ caller: Caller; touch_ms: number } | null> {
    const row = await findSession(database.read, device_id)
    if (!row || (user_id !== undefined && row.user_id !== user_id)) return null
    return { caller: callerOf(row), touch_ms: touch(device_id, Date.parse(row.last_seen_at)) }
  }

  /** Each kind of token has its own cache: an image token must never be accepted for anything else (R14). */
  function createIdentify(read: (token: string) => Claimed | null | Promise<Claimed | null>): Identify {
    const remembered = new Map<string, Remembered>()

    async function verify(token: string): Promise<Caller | AuthFailure> {
      const claims = await read(token)
      if (!claims) return 'unauthorized'
      const commits = database.commits()
      const live = await readLive(claims)
      if (!live) return 'session_revoked'
      if (commits !== null) {
        if (remembered.size >= SESSIONS_REMEMBERED) remembered.clear()
        const until_ms = Math.min(live.touch_ms, claims.expires_at_ms ?? Number.POSITIVE_INFINITY)
        remembered.set(token, { caller: live.caller, commits, until_ms })
      }
      return live.caller
    }

    return token => {
      const known = remembered.get(token)
      const isCurrent = known?.commits === database.commits() && clock.now().getTime() < known.until_ms
      return isCurrent ? known.caller : verify(token)
    }
  }

  return {
    identify: createIdentify(tokens.read),
    identifyByImageToken: createIdentify(async token => {
      const device_id = await tokens.readImageToken(token)
      return device_id === null ? null : { device_id }
    }),
  }
}

/** CONTRIBUTING rule 3: the caller, if still signed in; for everything that checks again before responding. */
export function createCurrentCaller({ read }: Pick<Database, 'read'>): CurrentCaller {
  return async ({ device_id }) => {
    const row = await findSession(read, device_id)
    if (!row) throw sessionRevoked()
    return callerOf(row)
  }
}

/** The caller as stored now. Null: the session ended, or its device belongs to somebody else by now. */
export async function findCaller(
  db: Db,
  { device_id, user_id }: Pick<Caller, 'device_id' | 'user_id'>,
): Promise<Caller | null> {
  const row = await findSession(db, device_id)
  return row?.user_id === user_id ? callerOf(row) : null
}

/**
 * CONTRIBUTING rule 3: refuses callers who lost the session or the permission while another service was answering. For
 * the transaction that writes, and right before an answer. Returns the caller as stored now.
 */
export async function assertStillMay(
  db: Db,
  caller: Pick<Caller, 'device_id' | 'user_id'>,
  permission: Permission,
): Promise<Caller> {
  const now = await findCaller(db, caller)
  if (!now) throw sessionRevoked()
  assertMay(now, permission)
  return now
}

/** The existing callers of these devices; a missing one was revoked. */
export async function findCallers(db: Db, device_ids: readonly string[]): Promise<Map<string, Caller>> {
  const rows = await findSessions(db, device_ids)
  return new Map(rows.map(row => [row.device_id, callerOf(row)]))
}

function callerOf(row: SessionRow): Caller {
  return { user_id: row.user_id, username: row.username, role: row.role, device_id: row.device_id }
}
