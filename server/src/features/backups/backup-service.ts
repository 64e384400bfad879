import { basename, join } from 'node:path'
import type { Backup, BackupList } from '@foyer/contract/operations/backups'
import {
  deleteBackup,
  type DescribedBackup,
  describeBackups,
  describeFile,
  MANUAL,
  UPGRADE_COPIES_KEPT,
} from '#db/backup.ts'
import { type BackupSchema, readBackupSchema } from '#db/backup-contents.ts'
import { backUpDatabase } from '#db/copy/back-up-database.ts'
import type { DataFolder } from '#db/data-folder.ts'
import type { Database } from '#db/database.ts'
import { readLastRestore } from '#db/last-restore.ts'
import { listFormerDatabases } from '#db/restore.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { BackupScheduler } from './backup-jobs.ts'

export interface BackupParts {
  database: Database
  clock: Clock
  log: Log
  folder: DataFolder
  schedule: BackupScheduler
}

export interface FoundBackup extends Backup {
  path: string
}

/** The copies of the database, for admins: files of SQLite on either engine. */
export function createBackupService({ database, clock, log, folder, schedule }: BackupParts) {
  let work: string | null = null
  const readSchema = createSchemaReader()

  /** Newest first. A restore leaves the former file of SQLite beside the database, not among the backups. */
  function all(): FoundBackup[] {
    const former = listFormerDatabases(folder).map(name => join(folder.path, name))
    return [
      ...describeBackups(folder.backups),
      ...former.flatMap(path => describeFile(path, 'restore_point')),
    ]
      .sort((a, b) => b.made_at - a.made_at)
      .map(one => {
        const { made_at, ...rest } = one
        return { ...rest, ...readSchema(one), created_at: iso(made_at) }
      })
  }

  /** Only names that are listed, so none leads out of the folder. */
  function find(name: string): FoundBackup {
    const found = all().find(one => one.name === name)
    if (!found) throw new Refusal('not_found')
    return found
  }

  /** One copy or restore at a time. */
  async function exclusively<T>(name: string, run: () => Promise<T>): Promise<T> {
    if (work !== null) throw new Refusal('busy', { error: `A backup is being ${work} right now.` })
    work = name
    try {
      return await run()
    } finally {
      work = null
    }
  }

  return {
    async list(): Promise<BackupList> {
      const plan = await schedule.read()
      return {
        supported: true,
        backups: all(),
        next_at: await schedule.nextAt(),
        kept: { nightly: plan.keep, upgrade: UPGRADE_COPIES_KEPT },
        schedule: plan,
        last_restore: await readLastRestore(database.read),
      }
    },

    make: (): Promise<Backup> =>
      exclusively('made', async () => {
        const made_at = clock.now()
        const name = basename(await backUpDatabase(database, folder, MANUAL, made_at))
        await schedule.recordMade(made_at)
        log.info({ backup: name }, 'the database was backed up by an admin')
        return find(name)
      }),

    find,
    exclusively,

    remove(name: string): void {
      const { path } = find(name)
      if (work === 'restored') throw new Refusal('busy', { error: 'A backup is being restored right now.' })
      deleteBackup(path)
      log.warn({ backup: name }, 'a backup was removed by an admin')
    },
  }
}

export type BackupService = ReturnType<typeof createBackupService>

/** Files are opened once, and again when they changed. */
function createSchemaReader() {
  const known = new Map<string, BackupSchema>()
  return ({ path, bytes, made_at }: DescribedBackup): BackupSchema => {
    const key = `${path} ${bytes} ${made_at}`
    const found = known.get(key) ?? readBackupSchema(path)
    known.set(key, found)
    return found
  }
}
