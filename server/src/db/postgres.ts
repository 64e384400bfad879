import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Clock } from '#kit/clock.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import type { Database, LockOptions, Tx } from './database.ts'
import { type Observer, translateErrors } from './faults.ts'
import { createLockOrder, type LockName, postgresKey } from './locks.ts'
import {
  createPostgresPool,
  LIFT_LIMITS,
  LIMITS,
  type PostgresLimits,
  type PostgresLog,
} from './postgres-pool.ts'
import type { Tables } from './tables.ts'
import { createTransactionRunner } from './transactions.ts'

export type { PostgresLimits } from './postgres-pool.ts'

interface PostgresOptions {
  limits?: PostgresLimits
  log?: PostgresLog | undefined
}

export function openPostgres(
  url: string,
  observe?: Observer,
  { limits = LIMITS, log }: PostgresOptions = {},
): Database {
  const pool = createPostgresPool(url, limits, log)
  const read = new Kysely<Tables>({ dialect: translateErrors(new PostgresDialect({ pool }), observe) })
  const { run, afterCommit, attempt } = createTransactionRunner(read, () => {})
  const noteLock = createLockOrder()
  const alsoLock = async (tx: Tx, lock: LockName): Promise<void> => {
    noteLock(tx, lock)
    await sql`select pg_advisory_xact_lock(${postgresKey(lock)})`.execute(tx)
  }
  const withWriteLock = <T>(
    lock: LockName,
    body: (tx: Tx) => Promise<T>,
    { has_time_limit = true }: LockOptions = {},
  ) =>
    run(async tx => {
      if (!has_time_limit) await sql.raw(LIFT_LIMITS).execute(tx)
      await alsoLock(tx, lock)
      return body(tx)
    })
  return {
    engine: 'postgres',
    read,
    transaction: run,
    withWriteLock,
    // The server groups the syncs of its connections by itself.
    withSharedCommit: (lock, body) => withWriteLock(lock, body),
    alsoLock,
    afterCommit,
    attempt,
    commits: () => null,
    previous: () => null,
    close: () => read.destroy(),
  }
}

const START_TRIES = 15
const START_PAUSE_MS = 2000
const START_MS = 30_000

/** Both may have been started together; the database has half a minute to become ready. */
export async function waitForPostgres(database: Database, clock: Clock, signal?: AbortSignal): Promise<void> {
  const began = clock.monotonicMs()
  for (let tries = 1; ; tries += 1) {
    try {
      await sql`select 1`.execute(database.read)
      return
    } catch (error) {
      signal?.throwIfAborted()
      const mistake = mistakeIn(error)
      if (mistake) throw new StartupRefusal(mistake, error)
      const isOver = tries >= START_TRIES || clock.monotonicMs() - began >= START_MS
      if (isOver || !(error instanceof StorageFault)) {
        throw new StartupRefusal('PostgreSQL cannot be reached at APP_DATABASE_URL.', error)
      }
      await clock.sleep(START_PAUSE_MS, signal)
    }
  }
}

/** PostgreSQL errors that refuse the connection. Waiting does not help. */
const MISTAKES: Record<string, string> = {
  '28P01': 'The password was refused by PostgreSQL. Check the user and the password in APP_DATABASE_URL.',
  '28000':
    'The user in APP_DATABASE_URL was refused by PostgreSQL. Check that it exists and pg_hba.conf lets it in.',
  '3D000': 'The database that APP_DATABASE_URL names does not exist. Create it first.',
  '42501':
    'The user in APP_DATABASE_URL may not use this database. Grant it CONNECT, and CREATE on its schema.',
}

const MISTAKES_HERE: readonly (readonly [RegExp, string])[] = [
  [/password must be a/i, 'PostgreSQL wants a password, and APP_DATABASE_URL has none.'],
  [
    /does not support SSL/i,
    'APP_DATABASE_URL requires an encrypted connection, but the PostgreSQL server does not support one.',
  ],
  [
    /certificate/i,
    'The certificate of PostgreSQL is not trusted. Check the encryption settings in APP_DATABASE_URL.',
  ],
]

/** A sentence about the mistake in APP_DATABASE_URL; undefined when none is known. */
export function mistakeIn(error: unknown): string | undefined {
  const cause = error instanceof StorageFault ? error.cause : error
  if (!(cause instanceof Error)) return undefined
  if ('code' in cause && typeof cause.code === 'string' && MISTAKES[cause.code]) return MISTAKES[cause.code]
  return MISTAKES_HERE.find(([pattern]) => pattern.test(cause.message))?.[1]
}
