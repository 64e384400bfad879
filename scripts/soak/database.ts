import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

export type Row = Record<string, string | number | null>

export interface Reader {
  rows<T extends Row>(sql: string, ...values: SQLInputValue[]): T[]
  close(): void
}

/** Beside the running server or after it: WAL lets one read what another writes. */
export function openReader(data: string): Reader {
  const handle = new DatabaseSync(join(data, 'foyer.db'), { readOnly: true })
  handle.exec('pragma busy_timeout = 5000')
  return {
    rows: <T extends Row>(sql: string, ...values: SQLInputValue[]) =>
      handle.prepare(sql).all(...values) as T[],
    close: () => handle.close(),
  }
}
