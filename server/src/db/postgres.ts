import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Clock } from '#kit/clock.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import type { Database, LockOptions, Tx } from './database.ts'
import { type Observer, speakOurErrors } from './faults.ts'
import { createPostgresPool, LIFT_LIMITS, LIMITS } from './postgres-pool.ts'
import type { Tables } from './tables.ts'
import { createTransactionRunner } from './transactions.ts'

export type { PostgresLimits } from './postgres-pool.ts'

export function openPostgres(url: string, observe?: Observer, limits = LIMITS): Database {
  const pool = createPostgresPool(url, limits)
  const read = new Kysely<Tables>({ dialect: speakOurErrors(new PostgresDialect({ pool }), observe) })
  const { run, afterCommit } = createTransactionRunner(read, () => {})
  const withWriteLock = <T>(
    key: string,
    body: (tx: Tx) => Promise<T>,
    { has_time_limit = true }: LockOptions = {},
  ) =>
    run(async tx => {
      if (!has_time_limit) await sql.raw(LIFT_LIMITS).execute(tx)
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
      return body(tx)
    })
  return {
    engine: 'postgres',
    read,
    transaction: run,
    withWriteLock,
    // The server gathers the syncs of its connections by itself.
    withSharedCommit: (key, body) => withWriteLock(key, body),
    afterCommit,
    commits: () => null,
    previous: () => null,
    close: () => read.destroy(),
  }
}

const START_TRIES = 15
const START_PAUSE_MS = 2000

/** Both may have been started together; the database gets half a minute to come up. */
export async function waitForPostgres(database: Database, clock: Clock): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await sql`select 1`.execute(database.read)
      return
    } catch (error) {
      if (tries >= START_TRIES || !(error instanceof StorageFault)) throw error
      await clock.sleep(START_PAUSE_MS)
    }
  }
}
