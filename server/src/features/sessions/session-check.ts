import type { Database, Db } from '#db/database.ts'
import type { Caller, Identify } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { outsideTransaction } from '#kit/transaction-scope.ts'
import type { AccessTokens } from './access-tokens.ts'
import { findSession, findSessions, type SessionRow, touchDevice } from './session-store.ts'

/** "Last seen" is for people; writing it on every request would make each read a write. */
const TOUCH_EVERY_MS = 5 * 60_000
const SESSIONS_REMEMBERED = 10_000

interface Remembered {
  commits: number
  caller: Caller
  last_seen_ms: number
}

/** An image token names its device alone: it lives and dies with it, whoever that belongs to (R14). */
interface Claimed {
  device_id: string
  user_id?: number
}

/**
 * The check of every request: a live user and a live device behind the token (R4). On SQLite the answer is
 * kept in memory for as long as this process committed nothing, so it can never be out of date; PostgreSQL,
 * where others write too, is asked each time.
 */
export function createSessionCheck(deps: {
  database: Database
  tokens: AccessTokens
  clock: Clock
  log: Log
}): { identify: Identify; identifyByImageToken: Identify } {
  const { database, tokens, clock, log } = deps
  const remembered = new Map<string, Remembered>()

  function touch(device_id: string, last_seen_ms: number): void {
    const now = clock.now()
    if (now.getTime() - last_seen_ms < TOUCH_EVERY_MS) return
    const entry = remembered.get(device_id)
    if (entry) entry.last_seen_ms = now.getTime()
    outsideTransaction(() => database.transaction(tx => touchDevice(tx, device_id, iso(now)))).catch(
      (error: unknown) => log.warn({ err: error }, 'a device could not be marked as seen'),
    )
  }

  async function readLive({ device_id, user_id }: Claimed): Promise<Caller | 'session_revoked'> {
    const commits = database.commits()
    const row = await findSession(database.read, device_id)
    if (!row || (user_id !== undefined && row.user_id !== user_id)) return 'session_revoked'
    const caller = callerOf(row)
    const last_seen_ms = Date.parse(row.last_seen_at)
    if (commits !== null) {
      if (remembered.size >= SESSIONS_REMEMBERED) remembered.clear()
      remembered.set(device_id, { commits, caller, last_seen_ms })
    }
    touch(device_id, last_seen_ms)
    return caller
  }

  const check = (claims: Claimed | null) => {
    if (!claims) return 'unauthorized' as const
    const known = remembered.get(claims.device_id)
    const isSame = claims.user_id === undefined || known?.caller.user_id === claims.user_id
    if (known && known.commits === database.commits() && isSame) {
      touch(claims.device_id, known.last_seen_ms)
      return known.caller
    }
    return readLive(claims)
  }
  const checkDevice = (device_id: string | null) => check(device_id === null ? null : { device_id })

  return {
    identify: token => {
      const claims = tokens.read(token)
      return claims instanceof Promise ? claims.then(check) : check(claims)
    },
    identifyByImageToken: token => {
      const device_id = tokens.readImageToken(token)
      return device_id instanceof Promise ? device_id.then(checkDevice) : checkDevice(device_id)
    },
  }
}

/** The live callers behind these devices; one that is missing was revoked. */
export async function findCallers(db: Db, device_ids: readonly string[]): Promise<Map<string, Caller>> {
  const rows = await findSessions(db, device_ids)
  return new Map(rows.map(row => [row.device_id, callerOf(row)]))
}

function callerOf(row: SessionRow): Caller {
  return { user_id: row.user_id, username: row.username, role: row.role, device_id: row.device_id }
}
