import type { BackupSchedule } from '@foyer/contract/operations/backups'
import { z } from 'zod'
import { type BackupPlace, backUpNightly } from '#db/backup.ts'
import { backUpDatabase } from '#db/copy/back-up-database.ts'
import type { Database, Tx } from '#db/database.ts'
import { again, defineJob, done, type Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Settings } from '#settings/settings.ts'
import { nextBackup } from './backup-rules.ts'
import { backupRecord, backupSchedule } from './backup-settings.ts'

const nightlyBackup = defineJob({ name: 'nightly-backup', payload: z.object({}) })
const NIGHTLY_KEY = 'nightly'

export interface ScheduleParts {
  database: Database
  settings: Settings
  clock: Clock
  jobs: Jobs
  place: BackupPlace
}

/** Backups by themselves: every night, unless an admin chose otherwise. On PostgreSQL one server makes each. */
export function createBackupSchedule({ database, settings, clock, jobs, place }: ScheduleParts) {
  jobs.define(nightlyBackup)
  jobs.handle(nightlyBackup, async () => {
    const { keep } = await settings.read(database.read, backupSchedule)
    const made_at = clock.now()
    await backUpNightly(place, made_at, {
      kept: keep,
      make: (reason, now) => backUpDatabase(database, place, reason, now),
    })
    await recordMade(made_at)
    const next = nextBackup(await settings.read(database.read, backupSchedule), clock.now())
    return next ? again(next) : done()
  })

  const recordMade = (made_at: Date) =>
    settings.lock(async tx => void (await settings.update(tx, backupRecord, { last_at: iso(made_at) })))

  const recordStart = (tx: Tx) => settings.update(tx, backupRecord, { on_since: iso(clock.now()) })

  /** An existing job keeps its time; one that gave up is scheduled again. */
  async function arrange(tx: Tx, schedule: BackupSchedule): Promise<void> {
    const next = nextBackup(schedule, clock.now())
    if (next) await jobs.enqueue(tx, nightlyBackup, {}, { dedupe_key: NIGHTLY_KEY, run_at: next })
    else await jobs.cancel(tx, nightlyBackup, NIGHTLY_KEY)
  }

  return {
    /** Called at every start. */
    start: () =>
      settings.lock(async tx => {
        if ((await settings.read(tx, backupRecord)).on_since === null) await recordStart(tx)
        await arrange(tx, await settings.read(tx, backupSchedule))
      }),

    recordMade,

    read: () => settings.read(database.read, backupSchedule),

    async nextAt(): Promise<string | null> {
      const job = await jobs.find(database.read, nightlyBackup, NIGHTLY_KEY)
      return job?.run_at ?? null
    },

    save: (change: Partial<BackupSchedule>) =>
      settings.lock(async tx => {
        const { every } = await settings.read(tx, backupSchedule)
        const schedule = await settings.update<BackupSchedule>(tx, backupSchedule, change)
        if (schedule.every !== every) await recordStart(tx)
        // A backup in progress is completed, although its job is replaced.
        await jobs.cancel(tx, nightlyBackup, NIGHTLY_KEY)
        await arrange(tx, schedule)
        return schedule
      }),
  }
}

export type BackupScheduler = ReturnType<typeof createBackupSchedule>
