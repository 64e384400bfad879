import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Database, ReadDatabase, Tx } from './database.ts'
import { type Observer, translateDatabaseError } from './faults.ts'
import { makePrivateFile } from './file-rights.ts'
import { createLockOrder } from './locks.ts'
import { createSharedCommits } from './shared-commits.ts'
import { sqliteDialect } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'
import { createTransactionRunner } from './transactions.ts'

const BUSY_TIMEOUT_MS = 5000

/** A committed transaction is on disk before its response: `synchronous=FULL` (1:4.8, never lose it). */
const WRITER_PRAGMAS = ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']
const READER_PRAGMAS = ['query_only = ON', 'foreign_keys = ON']

export function openSqliteFile(file: string, pragmas: readonly string[] = []): DatabaseSync {
  // SQLite would create a file that everybody can read.
  makePrivateFile(file)
  try {
    const handle = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    for (const pragma of pragmas) handle.exec(`pragma ${pragma}`)
    return handle
  } catch (error) {
    throw translateDatabaseError(error)
  }
}

function kyselyOver(handle: DatabaseSync, observe?: Observer): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: sqliteDialect(handle, observe) })
}

/** An existing file, for a command that only reads: it neither changes the file nor waits for its writer. */
export function openSqliteForReading(file: string): ReadDatabase {
  const read = kyselyOver(openSqliteFile(file, READER_PRAGMAS))
  return { engine: 'sqlite', read, close: () => read.destroy() }
}

/** One writer, and one reader that sees the last commit while a write is open (WAL). */
export function openSqlite(file: string, observe?: Observer): Database {
  const writer = openSqliteFile(file, WRITER_PRAGMAS)
  const write = kyselyOver(writer, observe)
  const read = kyselyOver(openSqliteFile(file, READER_PRAGMAS))
  const noteLock = createLockOrder()
  let commits = 0
  let previous: Tx | null = null
  const runner = createTransactionRunner(write, tx => {
    commits += 1
    previous = tx
  })
  const share = createSharedCommits({
    write,
    runner,
    onEnd: tx => (previous = tx),
    onCommit: () => (commits += 1),
    onLoss: () => (previous = null),
  })
  return {
    engine: 'sqlite',
    read,
    transaction: runner.run,
    // There is one writer and the transaction began immediate, so it holds every lock. The order is still checked, so
    // that code that works here works on PostgreSQL.
    withWriteLock: (lock, body) =>
      runner.run(tx => {
        noteLock(tx, lock)
        return body(tx)
      }),
    withSharedCommit: (lock, body) =>
      share(tx => {
        noteLock(tx, lock)
        return body(tx)
      }),
    alsoLock: async (tx, lock) => noteLock(tx, lock),
    afterCommit: runner.afterCommit,
    attempt: runner.attempt,
    commits: () => commits,
    previous: () => previous,
    close: async () => {
      await read.destroy()
      await write.destroy()
    },
  }
}
