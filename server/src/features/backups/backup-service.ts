import type { Backup } from '@foyer/contract/operations/backups'
import {
  type BackupPlace,
  backUpByHand,
  deleteBackup,
  describeBackups,
  NIGHTLY_COPIES_KEPT,
  UPGRADE_COPIES_KEPT,
} from '#db/backup.ts'
import type { Database } from '#db/database.ts'
import type { Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import { NIGHTLY_KEY, nightlyBackup } from './backup-jobs.ts'

export interface BackupParts {
  database: Database
  clock: Clock
  jobs: Jobs
  log: Log
  place: BackupPlace
}

/** The copies of the SQLite file, for admins. PostgreSQL has its own tools. */
export function createBackupService({ database, clock, jobs, log, place }: BackupParts) {
  const supported = database.engine === 'sqlite'
  let making = false

  function all(): (Backup & { path: string })[] {
    if (!supported) return []
    return describeBackups(place.backups).map(({ made_at, ...one }) => ({ ...one, created_at: iso(made_at) }))
  }

  /** Only names that are listed, so none leads out of the folder. */
  function find(name: string) {
    const found = all().find(one => one.name === name)
    if (!found) throw new Refusal('not_found')
    return found
  }

  return {
    async list() {
      const job = supported ? await jobs.find(database.read, nightlyBackup, NIGHTLY_KEY) : null
      return {
        supported,
        backups: all(),
        next_at: job?.run_at ?? null,
        kept: { nightly: NIGHTLY_COPIES_KEPT, upgrade: UPGRADE_COPIES_KEPT },
      }
    },

    /** One at a time. */
    async make(): Promise<Backup> {
      if (!supported) {
        throw new Refusal('not_supported', { error: 'With PostgreSQL, use pg_dump or a base backup.' })
      }
      if (making) throw new Refusal('busy', { error: 'A copy is being made right now.' })
      making = true
      try {
        const name = await backUpByHand(place, clock.now())
        log.info({ backup: name }, 'the database was backed up by an admin')
        return find(name)
      } finally {
        making = false
      }
    },

    find,

    remove(name: string): void {
      deleteBackup(place.backups, find(name).name)
      log.warn({ backup: name }, 'a backup was removed by an admin')
    },
  }
}

export type BackupService = ReturnType<typeof createBackupService>
