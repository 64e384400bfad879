import type { ColumnType } from 'kysely'

/** ISO-8601 UTC text with milliseconds, in memory as in storage (3.7). */
export type Time = string
/** Set once on insert. */
export type Fixed<T> = ColumnType<T, T, never>
