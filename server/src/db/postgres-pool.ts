import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { type Clock, systemClock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { StorageFault } from '#kit/storage-fault.ts'

export interface PostgresLimits {
  /** Limit for connecting and for getting a connection from the pool. */
  connect_ms: number
  /** Limit for a read and for beginning a transaction: neither waits for a lock. */
  read_ms: number
  /** After this time the server itself ends a statement or an idle transaction. */
  statement_ms: number
  /** Limit for a statement in a transaction: longer than the server's own limit, which applies first. */
  answer_ms: number
  /** The interval at which a statement without limits is reported. */
  report_ms: number
}

export const LIMITS: PostgresLimits = {
  connect_ms: 5000,
  read_ms: 10_000,
  statement_ms: 30_000,
  answer_ms: 35_000,
  report_ms: 30_000,
}

export type PostgresLog = Pick<Log, 'info' | 'warn'>

const POOL_SIZE = 10
const INT8 = 20

/** Removes the limits for the rest of the transaction, on the server and here. */
export const LIFT_LIMITS =
  'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0'

/** 64-bit integers as numbers, as with SQLite; Foyer's stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

/**
 * Connections with a limit on every response. The server's own limits end slow statements; a server that hangs or a
 * lost network reports nothing, and only this side can detect it.
 */
export function createPostgresPool(url: string, limits: PostgresLimits, log?: PostgresLog): PostgresPool {
  const reports = createLiftReports(limits, log)
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: limits.connect_ms,
    statement_timeout: limits.statement_ms,
    // A process that is stuck in a transaction holds its locks no longer than this.
    idle_in_transaction_session_timeout: limits.statement_ms,
    keepAlive: true,
    types,
  })
  // A broken idle connection is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  // A connection that breaks in use fails its query, which reports it; the event itself can be ignored.
  pool.on('connect', client => client.on('error', () => {}))
  return {
    options: {},
    connect: async () => limitAnswers(await pool.connect(), limits, reports),
    end: () => pool.end(),
  }
}

/** Real time, even with a test clock: this waits for a socket. */
const clock: Pick<Clock, 'after' | 'every'> = systemClock

/** Nothing ends a statement without limits, so the log explains why a start takes so long. */
function createLiftReports({ report_ms }: PostgresLimits, log: PostgresLog | undefined) {
  let isLogged = false
  return {
    lifted(): void {
      if (!isLogged)
        log?.info({}, 'the time limits of PostgreSQL are lifted while the tables are brought up to date')
      isLogged = true
    },
    async whileWaiting<T>(answer: Promise<T>): Promise<T> {
      let waited_ms = 0
      const stop = clock.every(report_ms, () => {
        waited_ms += report_ms
        const waited_s = Math.round(waited_ms / 1000)
        log?.warn(
          { waited_s },
          'PostgreSQL has not answered a statement without time limits yet; Foyer waits on',
        )
      })
      return answer.finally(stop)
    },
  }
}

type LiftReports = ReturnType<typeof createLiftReports>

/** A connection while it is borrowed from the pool. */
function limitAnswers(
  client: pg.PoolClient,
  limits: PostgresLimits,
  reports: LiftReports,
): PostgresPoolClient {
  let isLifted = false

  function limitOf(): number {
    return client.getTransactionStatus() === 'T' ? limits.answer_ms : limits.read_ms
  }

  async function runQuery(text: string, values: readonly unknown[]) {
    const answer = client.query(text, [...values])
    if (isLifted) return reports.whileWaiting(answer)
    const { promise: late, reject } = Promise.withResolvers<never>()
    const ms = limitOf()
    const stop = clock.after(ms, () => {
      reject(new StorageFault(new Error(`PostgreSQL did not answer within ${ms} ms.`)))
      // Ends it at once because a query is open; the pool does not take such a connection back.
      void client.end()
    })
    const answered = await Promise.race([answer, late]).finally(stop)
    if (text === LIFT_LIMITS) {
      isLifted = true
      reports.lifted()
    }
    return answered
  }

  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Cursors are not supported.')
    return runQuery(text, values)
  }

  return { query, release: destroy => client.release(destroy) }
}
