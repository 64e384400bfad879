import type { Kysely, Transaction } from 'kysely'
import type { LockName } from './locks.ts'
import type { Tables } from './tables.ts'

/** A connection or a transaction: the first parameter of store functions that only read. */
export type Db = Kysely<Tables>

/** A transaction: the first parameter of store functions whose writes belong with others. */
export type Tx = Transaction<Tables>

export type Engine = 'sqlite' | 'postgres'

export interface LockOptions {
  /** False for long work that others may wait for: migrations. SQLite has no limit. */
  has_time_limit?: boolean
}

export interface TransactionOptions {
  /** False if no row changes: `commits` does not count it, because earlier reads are still valid. */
  changes_rows?: boolean
}

/** The result of a part of a transaction. A failure undid that part alone. */
export type Attempt<T> = { ok: true; value: T } | { ok: false; error: unknown }

/** A database that is only read, perhaps beside a server that is running on it. */
export type ReadDatabase = Pick<Database, 'engine' | 'read' | 'close'>

export interface Database {
  readonly engine: Engine
  /** For reads outside a transaction. An open write never blocks it; on SQLite it refuses to write. */
  readonly read: Db
  /** One short write. Never await the network inside: SQLite has a single writer for the whole process. */
  transaction<T>(run: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * The only way to read permissions and then write based on them (1:4.9.5): nobody else holding the same lock can
   * write in between. SQLite locks the file; PostgreSQL takes an advisory lock of that name.
   */
  withWriteLock<T>(lock: LockName, run: (tx: Tx) => Promise<T>, options?: LockOptions): Promise<T>
  /**
   * `withWriteLock` for frequent writes: on SQLite, concurrent calls share one commit and so one sync of the disk.
   * Each is rolled back alone when it throws, and none returns before the commit. The body must await only the
   * database, because the others wait for it too.
   */
  withSharedCommit<T>(lock: LockName, run: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs a part of a transaction that may fail without failing the rest: its writes and after-commit work are undone.
   * Throws only when the whole transaction is lost. The body takes no lock.
   */
  attempt<T>(tx: Tx, run: (part: Tx) => Promise<T>): Promise<Attempt<T>>
  /** A further lock for a transaction that holds one; `locks.ts` defines the order. */
  alsoLock(tx: Tx, lock: LockName): Promise<void>
  /** Runs after the transaction committed, never when it rolled back. */
  afterCommit(tx: Tx, run: () => void): void
  /**
   * Counts the commits of this process that may have changed something. SQLite has no other writer, so a cached value
   * is valid while this number is unchanged. Null on PostgreSQL, where other processes write too.
   */
  commits(): number | null
  /**
   * Inside a transaction: the transaction whose end state it started from, so that facts from it still hold. Null when
   * unknown: after a lost commit, at the start, and on PostgreSQL.
   */
  previous(): Tx | null
  close(): Promise<void>
}
