import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Clock } from '#kit/clock.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import type { Database, Tx } from './database.ts'
import { type Observer, speakOurErrors } from './faults.ts'
import type { Tables } from './tables.ts'
import { createTransactionRunner } from './transactions.ts'

const CONNECT_TIMEOUT_MS = 5000
const STATEMENT_TIMEOUT_MS = 30_000
const POOL_SIZE = 10
const INT8 = 20

/** 64-bit integers as numbers, as SQLite gives them; ours stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

export function openPostgres(url: string, observe?: Observer): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    types,
  })
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  // One that breaks in use fails its query, which says so; the event of its own has nobody else to tell.
  pool.on('connect', client => client.on('error', () => {}))
  const read = new Kysely<Tables>({ dialect: speakOurErrors(new PostgresDialect({ pool }), observe) })
  const { run, afterCommit } = createTransactionRunner(read, () => {})
  const withWriteLock = <T>(key: string, body: (tx: Tx) => Promise<T>) =>
    run(async tx => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
      return body(tx)
    })
  return {
    engine: 'postgres',
    read,
    transaction: run,
    withWriteLock,
    // The server gathers the syncs of its connections by itself.
    withSharedCommit: withWriteLock,
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
