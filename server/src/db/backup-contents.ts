import type { DatabaseSync } from 'node:sqlite'
import { isDamageCode } from './sqlite-codes.ts'
import { migrations } from './migrations/index.ts'
import { openSqliteFile } from './sqlite.ts'

/** The state of the tables in a backup file. */
export interface BackupSchema {
  /** The last migration in it; null if the file is not a readable database of Foyer. */
  schema: string | null
  newer: boolean
}

/** A look at one table, for lists; it does not check the file. */
export function readBackupSchema(file: string): BackupSchema {
  try {
    return withFile(file, handle => {
      const names = handle.prepare('select name from schema_migrations order by name').all()
      const known = new Set(migrations.map(({ name }) => name))
      return {
        schema: names.length > 0 ? String(names.at(-1)?.['name']) : null,
        newer: names.some(({ name }) => !known.has(String(name))),
      }
    })
  } catch (error) {
    if (isAboutTheFile(error)) return { schema: null, newer: false }
    throw error
  }
}

export interface BackupContents {
  /** When somebody last used the server that the backup is of. */
  last_used_at: string | null
  people: number
  instances: number
  requests: number
}

/** The counts of a checked file; tables that its older version did not have count as empty. */
export function readBackupContents(file: string): BackupContents {
  return withFile(file, handle => {
    const used = handle.prepare('select max(last_seen_at) as at from devices').get()?.['at']
    return {
      last_used_at: typeof used === 'string' ? used : null,
      people: countRows(handle, 'users'),
      instances: countRows(handle, 'instances'),
      requests: countRows(handle, 'requests'),
    }
  })
}

type Counted = 'users' | 'instances' | 'requests'

function countRows(handle: DatabaseSync, table: Counted): number {
  const found = handle.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(table)
  return found ? Number(handle.prepare(`select count(*) as rows from ${table}`).get()?.['rows']) : 0
}

function withFile<T>(file: string, use: (handle: DatabaseSync) => T): T {
  const handle = openSqliteFile(file, ['query_only = ON'])
  try {
    return use(handle)
  } finally {
    handle.close()
  }
}

/** Not a database, damaged, or without that table: SQLITE_ERROR, and the codes of damage. */
function isAboutTheFile(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) : undefined
  return code !== undefined && (code === 1 || isDamageCode(code))
}
