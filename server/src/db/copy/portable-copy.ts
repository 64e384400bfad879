import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BackupPlace, dropPartialCopies, fileStamp, flush } from '../backup.ts'
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
  const target = join(place.backups, `foyer-${fileStamp(now)}-${reason}.db`)
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

async function copyIntoFile(snapshot: Snapshot, file: string): Promise<void> {
  const target = openSqlite(file)
  try {
    await target.withWriteLock('migrations', tx => copyTables(snapshot, tx, 'sqlite'))
  } finally {
    await target.close()
  }
}
