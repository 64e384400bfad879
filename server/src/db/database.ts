import type { Kysely, Transaction } from 'kysely'
import type { LockName } from './locks.ts'
import type { Tables } from './tables.ts'

/** A connection or a transaction: what a store function that only needs to see rows takes first. */
export type Db = Kysely<Tables>

/** A transaction: what a store function takes first when its write must join others. */
export type Tx = Transaction<Tables>

export type Engine = 'sqlite' | 'postgres'

export interface LockOptions {
  /** False for what may take its time, and so may those who wait for it: migrations. SQLite knows no limit. */
  has_time_limit?: boolean
}

export interface TransactionOptions {
  /** False for one that leaves every row as it was: it is not counted by `commits`, because what was read still holds. */
  changes_rows?: boolean
}

export interface Database {
  readonly engine: Engine
  /** For reads outside a transaction. An open write never blocks it; on SQLite it refuses to write. */
  readonly read: Db
  /** One short write. Never await the network inside: on SQLite one writer serves the whole process. */
  transaction<T>(run: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * The one way to read authority and then write by it (1:4.9.5): nobody else holding the same lock can be
   * between the read and the write. SQLite locks the file; PostgreSQL takes an advisory lock of that name.
   */
  withWriteLock<T>(lock: LockName, run: (tx: Tx) => Promise<T>, options?: LockOptions): Promise<T>
  /**
   * `withWriteLock` for what many people do at once: on SQLite those who arrive together share one commit, and
   * so one sync of the disk. Each is undone alone when it throws, and none is answered before the commit. The
   * body awaits the database and nothing else, or those who share with it would wait for that too.
   */
  withSharedCommit<T>(lock: LockName, run: (tx: Tx) => Promise<T>): Promise<T>
  /** A further lock for a transaction that holds one; `locks.ts` says in which order. */
  alsoLock(tx: Tx, lock: LockName): Promise<void>
  /** Runs after the transaction committed, never when it rolled back. */
  afterCommit(tx: Tx, run: () => void): void
  /**
   * Counts the commits of this process that may have changed something. On SQLite nobody else writes, so a value
   * read from memory is still true while this number stands. Null on PostgreSQL, where other processes write too.
   */
  commits(): number | null
  /**
   * Asked inside a transaction: the one whose end it began from, so that what that one knew is still true.
   * Null when it cannot be known: after a loss, at the start, and on PostgreSQL.
   */
  previous(): Tx | null
  close(): Promise<void>
}
