import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Bytes of the database: its file, or on PostgreSQL its tables and indexes. */
export async function databaseBytes({ engine, read }: Pick<Database, 'engine' | 'read'>): Promise<number> {
  const size =
    engine === 'sqlite'
      ? sql<{
          bytes: number
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
      : sql<{ bytes: number | string }>`select pg_database_size(current_database()) as bytes`
  const { rows } = await size.execute(read)
  return Number(rows[0]?.bytes ?? 0)
}

export async function databaseVersion({ engine, read }: Pick<Database, 'engine' | 'read'>): Promise<string> {
  const version =
    engine === 'sqlite'
      ? sql<{ version: string }>`select sqlite_version() as version`
      : sql<{ version: string }>`select current_setting('server_version') as version`
  const { rows } = await version.execute(read)
  return rows[0]?.version ?? ''
}
