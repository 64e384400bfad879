import { statSync } from 'node:fs'
import type { Config } from '#config'
import { backUp, MANUAL } from '#db/backup.ts'
import { backUpPostgres } from '#db/copy/portable-copy.ts'
import { restoreOnPostgres, type RestoredTables } from '#db/copy/restore-postgres.ts'
import { describeDataFolder, openDataFolder } from '#db/data-folder.ts'
import type { Database } from '#db/database.ts'
import { migrations } from '#db/migrations/index.ts'
import { schemaState } from '#db/migrator.ts'
import { mistakeIn, openPostgres } from '#db/postgres.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { StorageFault } from '#kit/storage-fault.ts'
import { refuseOtherKey } from './key-fits.ts'

/** A backup of the database of these settings, whichever engine; the server may be running. Returns the file. */
export async function composeBackup(config: Config, now: Date): Promise<string> {
  const place = describeDataFolder(config.data_dir)
  if (config.database_url) {
    return onPostgres(config.database_url, async database => {
      const state = await schemaState(database, migrations)
      if (state === 'none') throw new StartupRefusal('There is no Foyer in this database yet.')
      if (state === 'newer') {
        throw new StartupRefusal(
          'The database was written by a newer Foyer. Make the backup with that version.',
        )
      }
      return backUpPostgres(database, openDataFolder(config.data_dir), MANUAL, now)
    })
  }
  if (!statSync(place.database_file, { throwIfNoEntry: false })?.size) {
    throw new StartupRefusal(
      `There is no database in ${place.path}. Set APP_DATA_DIR to the value the server uses.`,
    )
  }
  return backUp(place, MANUAL, now)
}

export function composeRestore(
  config: Config,
  url: string,
  name: string,
  now: Date,
  { any_key = false } = {},
): Promise<RestoredTables> {
  const folder = openDataFolder(config.data_dir)
  const check = any_key ? undefined : refuseOtherKey(config, folder)
  return onPostgres(url, database => restoreOnPostgres(database, folder, name, now, check))
}

async function onPostgres<T>(url: string, run: (database: Database) => Promise<T>): Promise<T> {
  const database = openPostgres(url)
  try {
    return await run(database)
  } catch (error) {
    const mistake = mistakeIn(error)
    if (mistake) throw new StartupRefusal(mistake, error)
    if (!(error instanceof StorageFault) || error.disk) throw error
    throw new StartupRefusal('PostgreSQL cannot be used at APP_DATABASE_URL. Check that it runs.', error)
  } finally {
    await database.close()
  }
}
