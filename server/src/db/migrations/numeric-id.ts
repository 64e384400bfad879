import { type ColumnDataType, sql } from 'kysely'
import type { Engine } from '../database.ts'

/** Auto-incremented numbers that are never reused, on either engine. */
export function numericId(engine: Engine): ColumnDataType | ReturnType<typeof sql> {
  return engine === 'sqlite' ? sql`integer primary key autoincrement` : sql`serial primary key`
}
