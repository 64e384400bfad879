import { join } from 'node:path'
import { openSqliteFile } from '../../server/src/db/sqlite.ts'

export type Row = Record<string, string | number | null>

export interface Reader {
  rows<T extends Row>(sql: string): T[]
  close(): void
}

/** Beside the running server or after it: WAL lets one read what another writes. */
export function openReader(data: string): Reader {
  const handle = openSqliteFile(join(data, 'foyer.db'), ['query_only = ON'])
  return {
    // The caller names the columns that it asks for.
    rows: <T extends Row>(sql: string) => handle.prepare(sql).all() as T[],
    close: () => handle.close(),
  }
}
