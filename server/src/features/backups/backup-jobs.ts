import { z } from 'zod'
import { type BackupPlace, backUpNightly } from '#db/backup.ts'
import type { Database } from '#db/database.ts'
import { again, defineJob, done, type Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import { nextNight } from './backup-rules.ts'

export const nightlyBackup = defineJob({ name: 'nightly-backup', payload: z.object({}) })

export const NIGHTLY_KEY = 'nightly'

/** Copies the SQLite file every night. PostgreSQL has its own backup tools. */
export function createBackups(deps: { database: Database; clock: Clock; jobs: Jobs; place: BackupPlace }) {
  const { database, clock, jobs, place } = deps
  jobs.define(nightlyBackup)
  jobs.handle(nightlyBackup, async () => {
    if (database.engine !== 'sqlite') return done()
    await backUpNightly(place, clock.now())
    return again(nextNight(clock.now()))
  })
  return {
    /** Called at every start. An existing job keeps its time; one that gave up is scheduled again. */
    async schedule(): Promise<void> {
      if (database.engine !== 'sqlite') return
      await database.transaction(async tx => {
        await jobs.enqueue(tx, nightlyBackup, {}, { dedupe_key: NIGHTLY_KEY, run_at: nextNight(clock.now()) })
      })
    },
  }
}
