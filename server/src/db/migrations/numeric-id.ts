import { type ColumnDataType, sql } from 'kysely'
import type { Engine } from '../database.ts'

/** Numbers that count up by themselves and are never given twice, on either engine. */
export function numericId(engine: Engine): ColumnDataType | ReturnType<typeof sql> {
  return engine === 'sqlite' ? sql`integer primary key autoincrement` : sql`serial primary key`
}
