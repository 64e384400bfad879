import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BackupPlace, dropOldest, dropPartialCopies, flush, nameOf, reasonOfUpgrade } from '../backup.ts'
import type { ReadDatabase } from '../database.ts'
import { openSqlite } from '../sqlite.ts'
import { copyTables, type Snapshot } from './copy-tables.ts'
import { withSnapshot } from './snapshot.ts'

/**
 * A backup of a PostgreSQL database as a SQLite file, like those of a server on SQLite: it can be restored on either
 * engine. Consistent also while servers write. Appears under its name when it is complete and compared. Returns the
 * file.
 */
export async function backUpPostgres(
  database: ReadDatabase,
  place: BackupPlace,
  reason: string,
  now: Date,
): Promise<string> {
  mkdirSync(place.backups, { recursive: true, mode: 0o700 })
  const target = join(place.backups, nameOf(reason, now))
  const partial = `${target}.partial`
  try {
    rmSync(partial, { force: true })
    await withSnapshot(database, snapshot => copyIntoFile(snapshot, partial))
    flush(partial)
    renameSync(partial, target)
  } catch (error) {
    dropPartialCopies(place.backups)
    throw error
  }
  flush(place.backups)
  return target
}

/** The state before an upgrade, in the tables that it has now; `first` is the first migration that will change it. */
export async function backUpPostgresBeforeUpgrade(
  database: ReadDatabase,
  place: BackupPlace,
  first: string,
  now: Date,
): Promise<string> {
  const file = await backUpPostgres(database, place, reasonOfUpgrade(first), now)
  dropOldest(place.backups, basename(file))
  return file
}

async function copyIntoFile(snapshot: Snapshot, file: string): Promise<void> {
  const target = openSqlite(file)
  try {
    await target.withWriteLock('migrations', tx => copyTables(snapshot, tx, 'sqlite'))
  } finally {
    await target.close()
  }
}
