import { basename, join } from 'node:path'
import type { Config } from '#config'
import { backUpBeforeUpgrade, dropOldPartialCopies, dropPartialCopies } from '#db/backup.ts'
import { completeStagedOnPostgres } from '#db/copy/complete-staged.ts'
import { backUpPostgresBeforeUpgrade } from '#db/copy/portable-copy.ts'
import {
  type DataFolder,
  lockDataFolder,
  networkFileSystem,
  openDataFolder,
  readMounts,
} from '#db/data-folder.ts'
import type { Database } from '#db/database.ts'
import { inspectDatabaseFile } from '#db/database-file.ts'
import type { Observer } from '#db/faults.ts'
import { closeToOthers, type RightsReport } from '#db/file-rights.ts'
import { writeLastRestore } from '#db/last-restore.ts'
import { refuseLostDatabase } from '#db/lost-database.ts'
import { migrations } from '#db/migrations/index.ts'
import { migrate } from '#db/migrator.ts'
import { mistakeIn, openPostgres, waitForPostgres } from '#db/postgres.ts'
import { completeRestore, findUsableBackup, playJournal } from '#db/restore.ts'
import { openSqlite } from '#db/sqlite.ts'
import { dropStagedForPostgres } from '#db/staged-restore.ts'
import { probeWrites } from '#db/write-probe.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { commandLine } from '#kit/launcher.ts'
import type { Log } from '#kit/log.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'

export interface Storage {
  folder: DataFolder
  database: Database
  /** Checks that changes can be saved; throws if not. */
  probe(): Promise<void>
  close(): Promise<void>
}

interface Opened extends Omit<Storage, 'probe'> {
  /** What is left to save once the tables are those of this version. */
  afterUpgrade?: () => Promise<void>
}

export interface StorageParts {
  config: Config
  clock: Clock
  log: Log
  observe?: Observer | undefined
  /** Ends the wait for PostgreSQL, or stops between two migrations. */
  stopping?: AbortSignal | undefined
}

/** Opens, checks and migrates the database. Any problem stops the start with a one-sentence message. */
export async function openStorage(parts: StorageParts): Promise<Storage> {
  const folder = openDataFolder(parts.config.data_dir)
  reportRights(closeToOthers(folder), folder, parts.log)
  const storage = parts.config.database_url
    ? await openOnPostgres(parts, folder, parts.config.database_url)
    : openOnSqlite(parts, folder)
  const now = () => iso(parts.clock.now())
  try {
    const applied = await migrate(storage.database, migrations, {
      now,
      signal: parts.stopping,
      findWayBack: () => {
        const backup = findUsableBackup(folder)
        return backup && commandLine(parts.config, 'restore', backup)
      },
      beforeUpgrade: async first => {
        const now_date = parts.clock.now()
        const { database } = storage
        const file = await (database.engine === 'sqlite'
          ? backUpBeforeUpgrade(folder, first, now_date)
          : backUpPostgresBeforeUpgrade(database, folder, first, now_date))
        parts.log.info({ backup: basename(file) }, 'the database was backed up before the upgrade')
      },
    })
    if (applied.length > 0) parts.log.info({ migrations: applied }, 'the database was upgraded')
    await storage.afterUpgrade?.()
    return { ...storage, probe: () => probeWrites(storage.database, folder.path, now()) }
  } catch (error) {
    await storage.close()
    const mistake = storage.database.engine === 'postgres' && mistakeIn(error)
    throw mistake ? new StartupRefusal(mistake, error) : error
  }
}

/**
 * Warns if other users of the machine can read the key, which decrypts the stored secrets, or the database, which
 * holds personal data.
 */
function reportRights(report: RightsReport, folder: DataFolder, log: Log): void {
  if (report.folder) {
    log.warn(
      { mode: report.folder.mode, mend: `chmod 700 ${folder.path}` },
      'other users of this machine can read or change the data folder; restrict it to Foyer',
    )
  }
  for (const { name, mode } of report.closed) {
    log.warn(
      { file: name, mode },
      'other users of this machine could read this file; its permissions were restricted',
    )
  }
  for (const { name, mode } of report.open) {
    // `backups` is a folder, which its owner must be able to open.
    const mend = `chmod go= ${join(folder.path, name)}`
    log.warn(
      { file: name, mode, mend },
      'other users of this machine can read this file, and Foyer could not change its permissions',
    )
  }
}

function openOnSqlite({ config, log, observe }: StorageParts, folder: DataFolder): Opened {
  const lock = lockDataFolder(folder)
  try {
    dropPartialCopies(folder.backups)
    const network = networkFileSystem(folder.path, readMounts())
    if (network) {
      log.warn(
        { file_system: network },
        'the data folder is on a network file system, where SQLite can lose or damage data; use a local disk or PostgreSQL',
      )
    }
    finishRestore(folder, log)
    const found = inspectDatabaseFile(folder.database_file, 'quick')
    if (found.is === 'damaged') {
      log.error({ damage: found.damage }, 'the database file is damaged')
      throw new StartupRefusal(
        `The database file is damaged. Restore the last good backup with: ${commandLine(config, 'restore', 'latest')}.`,
      )
    }
    refuseLostDatabase(folder, found, config)
    const database = openSqlite(folder.database_file, observe)
    return {
      folder,
      database,
      close: async () => {
        await database.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** One that an admin asked the running server for, or that was interrupted. */
function finishRestore(folder: DataFolder, log: Log): void {
  const completed = completeRestore(folder)
  if (!completed) return
  const { kept } = completed
  log.warn({ former: kept && basename(kept) }, 'the database was replaced by a backup that was restored')
  if (!kept) return
  try {
    // One file, that can be downloaded as it is.
    playJournal(kept)
  } catch (err) {
    log.warn({ err }, 'the former database could not be brought up to its journal, which stays beside it')
  }
}

async function openOnPostgres(
  { clock, log, observe, stopping }: StorageParts,
  folder: DataFolder,
  url: string,
): Promise<Opened> {
  const database = openPostgres(url, observe, { log })
  try {
    await waitForPostgres(database, clock, stopping)
    dropOldPartialCopies(folder.backups, clock.now())
    const outcome = await completeStagedOnPostgres(database, folder)
    const opened = { folder, database, close: () => database.close() }
    if (!outcome) return opened
    if ('restored' in outcome) {
      const { backup, restore_point } = outcome.restored
      log.warn({ backup, former: restore_point }, 'the tables were replaced by a backup that was restored')
      return opened
    }
    log.error({ err: outcome.cause }, 'a restore was not carried out; Foyer starts with what was there')
    return {
      ...opened,
      afterUpgrade: async () => {
        await database.transaction(tx => writeLastRestore(tx, outcome.failed))
        dropStagedForPostgres(folder)
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
