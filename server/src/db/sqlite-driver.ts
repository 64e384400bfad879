import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
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

/** Preparing costs more than running; the statements that a server uses stay prepared. */
const STATEMENTS_KEPT = 500

/** `node:sqlite` answers at once, so between a statement and its answer there is one promise and no more. */
class SqliteConnection implements DatabaseConnection {
  readonly #handle: DatabaseSync
  readonly #observe: Observer | undefined
  readonly #kept = new Map<string, ReturnType<typeof prepare>>()

  constructor(handle: DatabaseSync, observe: Observer | undefined) {
    this.#handle = handle
    this.#observe = observe
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#observe?.(sql)
    try {
      const { statement, is_reader } = this.#prepared(sql)
      const values = parameters as SQLInputValue[]
      // The rows are what the query says they are; Kysely has typed it.
      if (is_reader) return { rows: statement.all(...values) as R[] }
      const { changes, lastInsertRowid } = statement.run(...values)
      return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] }
    } catch (error) {
      throw translateDatabaseError(error)
    }
  }

  /** Begin, commit and rollback, which no query is. */
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

function prepare(handle: DatabaseSync, sql: string) {
  const statement = handle.prepare(sql)
  return { statement, is_reader: statement.columns().length > 0 }
}

/** Kysely lets one transaction or statement at a time have the connection. */
function driverOver(handle: DatabaseSync, observe: Observer | undefined): Driver {
  const connection = new SqliteConnection(handle, observe)
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    // Deferred, as Kysely would begin, takes the write lock too late to read authority under it.
    beginTransaction: async () => connection.control('begin immediate'),
    commitTransaction: async () => {
      observe?.('commit')
      connection.control('commit')
    },
    rollbackTransaction: async () => {
      // A full disk has rolled back by itself; a second time would hide why.
      if (handle.isTransaction) connection.control('rollback')
    },
    releaseConnection: async () => {},
    destroy: async () => handle.close(),
  }
}

export function sqliteDialect(handle: DatabaseSync, observe?: Observer): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: db => new SqliteIntrospector(db),
    createDriver: () => driverOver(handle, observe),
  }
}
