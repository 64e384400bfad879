import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type Observer, translateDatabaseError } from './faults.ts'
import { createLoopTurns } from './loop-turns.ts'

/** Preparing costs more than running; the server's statements stay prepared. */
const STATEMENTS_KEPT = 500

/** `node:sqlite` is synchronous, so there is a single promise between a statement and its result. */
class SqliteConnection implements DatabaseConnection {
  readonly #handle: DatabaseSync
  readonly #observe: Observer | undefined
  readonly #kept = new Map<string, Prepared>()
  readonly #endOfLongTurn = createLoopTurns()

  constructor(handle: DatabaseSync, observe: Observer | undefined) {
    this.#handle = handle
    this.#observe = observe
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const end = this.#endOfLongTurn()
    if (end) await end
    this.#observe?.(sql, this)
    try {
      const prepared = this.#prepared(sql)
      const { statement } = prepared
      const values = parameters as SQLInputValue[]
      // The rows match the query, which Kysely has typed.
      if (prepared.columns.length > 0) return { rows: rowsOf(prepared, values) as R[] }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
    } catch (error) {
      throw translateDatabaseError(error)
    }
  }

  /** Begin, commit and rollback, which are not queries. */
  control(sql: 'begin immediate' | 'commit' | 'rollback'): void {
    try {
      this.#prepared(sql).statement.run()
    } catch (error) {
      throw translateDatabaseError(error)
    }
  }

  // oxlint-disable-next-line require-yield -- the interface wants it, and nothing here reads by pieces
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read at once.')
  }

  #prepared(sql: string) {
    const found = this.#kept.get(sql)
    if (found) return found
    if (this.#kept.size >= STATEMENTS_KEPT) this.#kept.delete(this.#kept.keys().next().value ?? '')
    const made = prepare(this.#handle, sql)
    this.#kept.set(sql, made)
    return made
  }
}

/** `columns` is empty for a statement without rows. */
interface Prepared {
  readonly statement: StatementSync
  columns: readonly string[]
}

function prepare(handle: DatabaseSync, sql: string): Prepared {
  const statement = handle.prepare(sql)
  const columns = columnsOf(statement)
  if (columns.length > 0) statement.setReturnArrays(true)
  return { statement, columns }
}

function columnsOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name)
}

/**
 * Rows as plain objects of one shape. The objects from `node:sqlite` are hash tables: copying one costs several times
 * as much, and each takes about four times the memory.
 */
function rowsOf(prepared: Prepared, values: SQLInputValue[]): unknown[] {
  // In this mode a row is a list of values in column order.
  const lists = prepared.statement.all(...values) as unknown as SQLOutputValue[][]
  const [first] = lists
  // A migration may have changed the table of a `select *` since it was prepared.
  if (first && first.length !== prepared.columns.length) prepared.columns = columnsOf(prepared.statement)
  const { columns } = prepared
  return lists.map(list => {
    const row: Record<string, SQLOutputValue | undefined> = {}
    let i = 0
    for (const name of columns) row[name] = list[i++]
    return row
  })
}

/** The connection belongs to one transaction or statement at a time; the others wait in the order in which they came. */
function driverOver(handle: DatabaseSync, observe: Observer | undefined): Driver {
  const connection = new SqliteConnection(handle, observe)
  const waiting: ((taken: SqliteConnection) => void)[] = []
  let taken = false
  return {
    init: async () => {},
    acquireConnection: async () => {
      if (taken) return new Promise(resolve => waiting.push(resolve))
      taken = true
      return connection
    },
    // Kysely's deferred begin would take the write lock too late to read permissions under it.
    beginTransaction: async () => connection.control('begin immediate'),
    commitTransaction: async () => {
      observe?.('commit', connection)
      connection.control('commit')
    },
    rollbackTransaction: async () => {
      // A full disk has already rolled back; a second rollback would hide the cause.
      if (handle.isTransaction) connection.control('rollback')
    },
    releaseConnection: async () => {
      const next = waiting.shift()
      if (next) next(connection)
      else taken = false
    },
    destroy: async () => handle.close(),
  }
}

/** Kysely's own lock wakes everybody who waits whenever it is free: with hundreds of them, that is most of the work. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

export function sqliteDialect(handle: DatabaseSync, observe?: Observer): Dialect {
  return {
    createAdapter: () => new QueueingAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: db => new SqliteIntrospector(db),
    createDriver: () => driverOver(handle, observe),
  }
}
