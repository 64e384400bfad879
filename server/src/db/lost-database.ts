import { type Stats, statSync } from 'node:fs'
import { commandLine, type Launcher } from '#kit/launcher.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { listBackups } from './backup.ts'
import type { DataFolder } from './data-folder.ts'
import type { DatabaseFile } from './database-file.ts'
import { listFormerDatabases } from './restore.ts'

const WORDS = { missing: 'is missing', empty: 'is empty', foreign: 'is not a Foyer database' }

/**
 * A new database opens the setup to the first visitor, so it is only created if there is no trace of an earlier one: a
 * backup, a database set aside by a restore, or a journal mean that the database was lost. A key alone is not a trace,
 * because it may have been put there before the first start, and a backup folder alone may be a mounted volume; both
 * together come from a Foyer that ran here.
 */
export function refuseLostDatabase(folder: DataFolder, found: DatabaseFile, launcher: Launcher): void {
  if (found.is === 'foyer' || found.is === 'damaged') return
  const state = WORDS[found.is]
  const newest = listBackups(folder.backups)[0]
  if (newest) {
    throw new StartupRefusal(
      `The database foyer.db ${state}, but its backups are here. Restore the newest one, ${newest}, with: ${commandLine(launcher, 'restore', newest)}. To begin with a new database instead, move the folder backups out of the data folder.`,
    )
  }
  const former = listFormerDatabases(folder)[0]
  if (former) {
    throw new StartupRefusal(
      `The database foyer.db ${state}, but a former one is here. Put it back with: ${commandLine(launcher, 'restore', former)}. To begin with a new database instead, move that file out of the data folder.`,
    )
  }
  if (found.is === 'foreign') {
    throw new StartupRefusal(
      'The file foyer.db is a database of another program. Move it away, or give Foyer a folder of its own with APP_DATA_DIR.',
    )
  }
  if ((statIfExists(`${folder.database_file}-wal`)?.size ?? 0) > 0) {
    throw new StartupRefusal(
      `The database foyer.db ${state}, but its journal foyer.db-wal is here. Put foyer.db back from your own copy. To begin with a new database instead, move foyer.db-wal out of the data folder.`,
    )
  }
  if (statIfExists(folder.key_file) && statIfExists(folder.backups)) {
    throw new StartupRefusal(
      `The database foyer.db ${state}, but its encryption.key and the folder backups are here. Put foyer.db or a backup back from your own copy. To begin with a new database instead, move the folder backups out of the data folder.`,
    )
  }
}

/** Undefined: it does not exist. Throws when it cannot be read. */
function statIfExists(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false })
}
