import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { StorageFault } from '#kit/storage-fault.ts'
import { translateDatabaseError } from './faults.ts'
import { migrations } from './migrations/index.ts'
import { openSqliteFile } from './sqlite.ts'
import { isDamageCode } from './sqlite-codes.ts'

/** The state of a file. `empty` has no bytes, no tables or no migration; `foreign` is a database of another program. */
export type DatabaseFile =
  | { is: 'foyer'; newer_than_us: string | null }
  | { is: 'missing' | 'empty' | 'foreign' }
  | { is: 'damaged'; damage: string }

/** `quick` for every start; `full` also compares every index with its table. */
export type Thoroughness = 'quick' | 'full'

/** Throws when the disk cannot be read: an unreadable file is not a missing one. */
export function inspectDatabaseFile(file: string, thoroughness: Thoroughness): DatabaseFile {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found) return { is: 'missing' }
  if (found.size === 0) return { is: 'empty' }
  try {
    return withFile(file, handle => {
      const damage = findDamage(handle, thoroughness)
      return damage === null ? describeFile(handle) : { is: 'damaged', damage }
    })
  } catch (error) {
    // Some damage shows only in the error of a statement.
    const damage = damageOf(error)
    if (damage === null) throw error
    return { is: 'damaged', damage }
  }
}

/** Whose database it is, of a file that was checked. */
export function describeIntactFile(file: string): DatabaseFile {
  return withFile(file, describeFile)
}

function describeFile(handle: DatabaseSync): DatabaseFile {
  const tables = handle.prepare("select name from sqlite_schema where type = 'table'").all()
  if (tables.length === 0) return { is: 'empty' }
  const names = appliedIn(handle)
  if (names?.length === 0) return { is: 'empty' }
  if (!names?.includes(migrations[0]?.name ?? '')) return { is: 'foreign' }
  const known = new Set(migrations.map(({ name }) => name))
  return { is: 'foyer', newer_than_us: names.find(name => !known.has(name)) ?? null }
}

/** Null when the table is missing or belongs to another program; several programs use that name. */
function appliedIn(handle: DatabaseSync): string[] | null {
  const columns = handle.prepare("select name from pragma_table_info('schema_migrations')").all()
  if (!columns.some(column => column['name'] === 'name')) return null
  return handle
    .prepare('select name from schema_migrations')
    .all()
    .map(row => String(row['name']))
}

/** The first problem SQLite finds, or null when the file is intact. */
function findDamage(handle: DatabaseSync, thoroughness: Thoroughness): string | null {
  const check = thoroughness === 'full' ? 'pragma integrity_check(1)' : 'pragma quick_check(1)'
  const row = handle.prepare(check).get()
  const verdict = row ? String(Object.values(row)[0]) : 'no answer'
  return verdict === 'ok' ? null : verdict
}

/**
 * A full disk, a lock or missing permissions stop the check too; none of them is damage, and a restore would not help.
 */
function damageOf(error: unknown): string | null {
  const cause = error instanceof StorageFault ? error.cause : undefined
  if (!(cause instanceof Error) || !('errcode' in cause)) return null
  return isDamageCode(Number(cause.errcode)) ? cause.message : null
}

function withFile<T>(file: string, use: (handle: DatabaseSync) => T): T {
  const handle = openSqliteFile(file, ['query_only = ON'])
  try {
    return use(handle)
  } catch (error) {
    throw translateDatabaseError(error)
  } finally {
    handle.close()
  }
}
