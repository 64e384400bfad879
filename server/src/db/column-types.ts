import type { ColumnType } from 'kysely'

/** ISO-8601 UTC text with milliseconds, in memory as in storage (3.7). */
export type Time = string
/** Set once on insert. */
export type Fixed<T> = ColumnType<T, T, never>
/** Booleans are 0 or 1 on both engines. */
export type Flag = 0 | 1
/** Only books have formats; every other row says ''. */
export type FormatKey = '' | 'ebook' | 'audiobook'
