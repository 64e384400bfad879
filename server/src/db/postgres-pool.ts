import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { type Clock, systemClock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { StorageFault } from '#kit/storage-fault.ts'

export interface PostgresLimits {
  /** To be let in, and to be given a connection of the pool. */
  connect_ms: number
  /** For the answer to a read, and to the beginning of a transaction: it waits for nobody's lock. */
  read_ms: number
  /** After this long the server itself ends a statement, or a transaction that has nothing to do. */
  statement_ms: number
  /** For the answer to a statement in a transaction: longer than the server's own limit, which comes first. */
  answer_ms: number
  /** A statement whose limits were lifted is reported each time that it has taken this much longer. */
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

/** Lifts the limits for the rest of the transaction, on the server and here. */
export const LIFT_LIMITS =
  'set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0'

/** 64-bit integers as numbers, as SQLite gives them; ours stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : pg.types.getTypeParser(oid, format),
}

/**
 * Connections whose answers are never waited for without a limit. The server's own limits end what is slow; a
 * server that hangs, or a network that lost it, says nothing at all, and only this side can notice.
 */
export function createPostgresPool(url: string, limits: PostgresLimits, log?: PostgresLog): PostgresPool {
  const reports = createLiftReports(limits, log)
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: limits.connect_ms,
    statement_timeout: limits.statement_ms,
    // A process that stands still in a transaction holds its locks no longer than this.
    idle_in_transaction_session_timeout: limits.statement_ms,
    keepAlive: true,
    types,
  })
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {})
  // One that breaks in use fails its query, which says so; the event of its own has nobody else to tell.
  pool.on('connect', client => client.on('error', () => {}))
  return {
    options: {},
    connect: async () => limitAnswers(await pool.connect(), limits, reports),
    end: () => pool.end(),
  }
}

/** In real time, whatever a test's clock says: what is waited for is a socket. */
const clock: Pick<Clock, 'after' | 'every'> = systemClock

/** Nothing ends a statement without limits, so the log says why a start takes so long. */
function createLiftReports({ report_ms }: PostgresLimits, log: PostgresLog | undefined) {
  let isSaid = false
  return {
    lifted(): void {
      if (!isSaid)
        log?.info({}, 'the time limits of PostgreSQL are lifted while the tables are brought up to date')
      isSaid = true
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

/** The connection for as long as it is lent out. */
function limitAnswers(
  client: pg.PoolClient,
  limits: PostgresLimits,
  reports: LiftReports,
): PostgresPoolClient {
  let isLifted = false

  function limitOf(): number {
    return client.getTransactionStatus() === 'T' ? limits.answer_ms : limits.read_ms
  }

  async function ask(text: string, values: readonly unknown[]) {
    const answer = client.query(text, [...values])
    if (isLifted) return reports.whileWaiting(answer)
    const { promise: late, reject } = Promise.withResolvers<never>()
    const ms = limitOf()
    const stop = clock.after(ms, () => {
      reject(new StorageFault(new Error(`PostgreSQL did not answer within ${ms} ms.`)))
      // Ends it at once, because a question is open; the pool takes no such connection back.
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
  function query(asked: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof asked !== 'string') throw new Error('Rows are read at once.')
    return ask(asked, values)
  }

  return { query, release: destroy => client.release(destroy) }
}
