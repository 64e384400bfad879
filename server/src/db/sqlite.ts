import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type DatabaseConnection, SqliteDialect, SqliteDriver, type SqliteDialectConfig } from 'kysely'
import { CompiledQuery, Kysely } from 'kysely'
import { insideTransaction } from '#kit/transaction-scope.ts'
import type { Database, Tx } from './database.ts'
import { type Observer, speakOurErrors, translateDatabaseError } from './faults.ts'
import type { Tables } from './tables.ts'
import { createTransactionRunner } from './transactions.ts'

const BUSY_TIMEOUT_MS = 5000
/** Preparing costs more than running; the handful of statements a server uses stay prepared. */
const STATEMENTS_KEPT = 500

/** A committed transaction is on the disk before it is answered: `synchronous=FULL` (1:4.8, never lose it). */
const WRITER_PRAGMAS = ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']
const READER_PRAGMAS = ['query_only = ON', 'foreign_keys = ON']

export function openSqliteFile(file: string, pragmas: readonly string[] = []): DatabaseSync {
  try {
    const handle = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    for (const pragma of pragmas) handle.exec(`pragma ${pragma}`)
    return handle
  } catch (error) {
    throw translateDatabaseError(error)
  }
}

/** The four methods that Kysely's dialect wants, over `DatabaseSync`. */
function asKyselyDatabase(handle: DatabaseSync) {
  const kept = new Map<string, ReturnType<typeof wrap>>()
  const wrap = (sql: string) => {
    const statement = handle.prepare(sql)
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    }
  }
  return {
    close: () => handle.close(),
    prepare(sql: string) {
      const found = kept.get(sql)
      if (found) return found
      if (kept.size >= STATEMENTS_KEPT) kept.delete(kept.keys().next().value ?? '')
      const made = wrap(sql)
      kept.set(sql, made)
      return made
    },
  }
}

/** Kysely begins deferred, which takes the write lock too late to read authority under it. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver(this.#config)
  }
}

function kyselyOver(handle: DatabaseSync, observe?: Observer): Kysely<Tables> {
  const dialect = new ImmediateDialect({ database: asKyselyDatabase(handle) })
  return new Kysely<Tables>({ dialect: speakOurErrors(dialect, observe) })
}

/** One writer, and one reader that sees the last commit while a write is open (WAL). */
export function openSqlite(file: string, observe?: Observer): Database {
  const writer = openSqliteFile(file, WRITER_PRAGMAS)
  const write = kyselyOver(writer, observe)
  const read = kyselyOver(openSqliteFile(file, READER_PRAGMAS))
  let commits = 0
  const { run, afterCommit } = createTransactionRunner(write, () => (commits += 1))
  const transaction = <T>(body: (tx: Tx) => Promise<T>) => run(tx => insideTransaction(() => body(tx)))
  return {
    engine: 'sqlite',
    read,
    transaction,
    // The file has one writer and the transaction began immediate: every key is already locked.
    withWriteLock: (_key, body) => transaction(body),
    afterCommit,
    commits: () => commits,
    close: async () => {
      await read.destroy()
      await write.destroy()
    },
  }
}
