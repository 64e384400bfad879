import { z } from 'zod'
import type { Database } from '#db/database.ts'
import { again, defineJob, type Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { deleteOlder } from './inbox-store.ts'

const KEPT_DAYS = 90

const inboxSweep = defineJob({ name: 'inbox-sweep', payload: z.object({}) })

/** Removes old entries once a day. */
export function createInboxSweep(deps: { database: Database; clock: Clock; jobs: Jobs }) {
  const { database, clock, jobs } = deps
  jobs.define(inboxSweep)
  jobs.handle(inboxSweep, async () => {
    const now = clock.now().getTime()
    await database.transaction(tx => deleteOlder(tx, iso(now - KEPT_DAYS * DAY_MS)))
    return again(new Date(now + DAY_MS))
  })
  return {
    /** Called at every start. An existing job keeps its time. */
    async schedule(): Promise<void> {
      await database.transaction(async tx => {
        await jobs.enqueue(tx, inboxSweep, {}, { dedupe_key: 'daily' })
      })
    },
  }
}
