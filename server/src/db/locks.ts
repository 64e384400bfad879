import { sql } from 'kysely'

/**
 * Every write lock (1:4.9.5), in the order in which one transaction may take several: two transactions with different
 * orders would deadlock on PostgreSQL. SQLite has one writer, who holds everything.
 */
const LOCK_ORDER = [
  'migrations',
  // Before the choice of a model, which a new link changes.
  'ai-links',
  'settings',
  'users',
  'ai-accounts',
  'sign-in-attempts',
  'tool-clients',
  'instances',
  'settings-changes',
  'book-lists',
  'tv-matches',
  'requests',
  'issues',
  'destinations',
  'set-top-boxes',
  'library-removals',
  'watchlist',
  'alerts',
  'push-tokens',
  'jobs',
  'notification-preferences',
  'web-push',
  'webhook',
  'webhook-state',
] as const

type LockOrder = typeof LOCK_ORDER
type OfOne = Extract<LockOrder[number], 'notification-preferences' | 'web-push' | 'webhook' | 'webhook-state'>

/** Locks for a single user or instance include its id: `web-push:7`. */
export type LockName = Exclude<LockOrder[number], OfOne> | `${OfOne}:${string | number}`

/** The number by which PostgreSQL knows a lock. */
export function postgresKey(lock: LockName) {
  return sql<string>`hashtextextended(${lock}, 0)`
}

function placeOf(lock: LockName): number {
  const [name] = lock.split(':')
  return LOCK_ORDER.findIndex(one => one === name)
}

/** Remembers the last lock of a transaction, and refuses one that precedes it in the order. */
export function createLockOrder() {
  const taken = new WeakMap<object, LockName>()
  return function noteLock(tx: object, lock: LockName): void {
    const before = taken.get(tx)
    if (before !== undefined && placeOf(before) > placeOf(lock))
      throw new Error(`the lock "${lock}" must be taken before "${before}"`)
    taken.set(tx, lock)
  }
}
