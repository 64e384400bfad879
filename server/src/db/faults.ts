import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { ConstraintViolation, type EngineError, StorageFault } from '#kit/storage-fault.ts'
import { describeSqliteCode } from './sqlite-codes.ts'

const SQLITE_CONSTRAINT = 19
const SQLITE_KINDS: Record<number, ConstraintViolation['kind']> = {
  275: 'check',
  787: 'foreign_key',
  1299: 'not_null',
  1555: 'unique',
  2067: 'unique',
}
const POSTGRES_KINDS: Record<string, ConstraintViolation['kind']> = {
  23502: 'not_null',
  23503: 'foreign_key',
  23505: 'unique',
  23514: 'check',
}
const POSTGRES_DISK: Record<string, EngineError> = {
  53100: { code: '53100', sentence: 'The disk of the database server is full.', disk: 'full' },
  58030: { code: '58030', sentence: 'The disk of the database server reported an error.', disk: 'failing' },
}

/** `UNIQUE constraint failed: users.username_key` and PostgreSQL's `constraint`: schema names, never values. */
function ruleOf(error: Error): string | undefined {
  if ('constraint' in error && typeof error.constraint === 'string') return error.constraint
  return /constraint failed: ([\w.]+(?:, [\w.]+)*)$/.exec(error.message)?.[1]
}

/** Messages without a code from the PostgreSQL driver, for a connection that is lost, late or unavailable. */
const LOST_CONNECTION =
  /connection terminated|has been discarded|not queryable|timeout (exceeded|expired)|pool/i

/** Translates either engine's error. Mistakes in Foyer's own SQL are passed on: they are bugs. */
export function translateDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StorageFault) return error
  if ('errcode' in error && typeof error.errcode === 'number') {
    if ((error.errcode & 0xff) === SQLITE_CONSTRAINT) {
      return new ConstraintViolation(SQLITE_KINDS[error.errcode] ?? 'other', error, ruleOf(error))
    }
    // SQLITE_ERROR is a malformed statement; everything else is the disk, the lock or the file.
    return (error.errcode & 0xff) === 1 ? error : new StorageFault(error, describeSqliteCode(error.errcode))
  }
  if (!('code' in error) || typeof error.code !== 'string') {
    return LOST_CONNECTION.test(error.message) ? new StorageFault(error) : error
  }
  if (error.code.startsWith('23')) {
    return new ConstraintViolation(POSTGRES_KINDS[error.code] ?? 'other', error, ruleOf(error))
  }
  // 42 = syntax or access rule, 22 = data exception: bugs in Foyer.
  return /^(42|22)/.test(error.code) ? error : new StorageFault(error, POSTGRES_DISK[error.code])
}

async function translated<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw translateDatabaseError(error)
  }
}

/**
 * Called before each statement reaches the engine; crash tests kill the process here. Statements of one transaction
 * have the same connection.
 */
export type Observer = (sql: string, connection: object) => void

class TranslatingConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #observe: Observer | undefined

  constructor(inner: DatabaseConnection, observe: Observer | undefined) {
    this.inner = inner
    this.#observe = observe
  }

  executeQuery<R>(query: Parameters<DatabaseConnection['executeQuery']>[0]): Promise<QueryResult<R>> {
    this.#observe?.(query.sql, this)
    return translated(() => this.inner.executeQuery<R>(query))
  }

  streamQuery<R>(
    query: Parameters<DatabaseConnection['streamQuery']>[0],
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize)
  }
}

function unwrap(connection: DatabaseConnection): DatabaseConnection {
  return connection instanceof TranslatingConnection ? connection.inner : connection
}

/** Wraps a dialect so that every statement is observed and every error is translated. */
export function translateErrors(dialect: Dialect, observe?: Observer): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db: Kysely<never>) => dialect.createIntrospector(db),
    createDriver: () => translatingDriver(dialect.createDriver(), observe),
  }
}

function translatingDriver(driver: Driver, observe: Observer | undefined): Driver {
  return {
    init: () => translated(() => driver.init()),
    acquireConnection: () =>
      translated(async () => new TranslatingConnection(await driver.acquireConnection(), observe)),
    releaseConnection: connection => driver.releaseConnection(unwrap(connection)),
    beginTransaction: (connection, settings: TransactionSettings) =>
      translated(() => driver.beginTransaction(unwrap(connection), settings)),
    commitTransaction: connection => {
      observe?.('commit', connection)
      return translated(() => driver.commitTransaction(unwrap(connection)))
    },
    rollbackTransaction: async connection => {
      try {
        await driver.rollbackTransaction(unwrap(connection))
      } catch {
        // The connection is lost, and its writes with it. The caller gets the original reason for the rollback.
      }
    },
    destroy: () => driver.destroy(),
  }
}
