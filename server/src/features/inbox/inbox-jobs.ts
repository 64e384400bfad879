import { z } from 'zod'
import type { Database } from '#db/database.ts'
import { again, defineJob, type Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { deleteOlder } from './inbox-store.ts'

const DAY_MS = 86_400_000
const KEPT_DAYS = 90

const inboxSweep = defineJob({ name: 'inbox-sweep', payload: z.object({}) })

/** Once a day, what nobody looks for any more goes. */
export function createInboxSweep(deps: { database: Database; clock: Clock; jobs: Jobs }) {
  const { database, clock, jobs } = deps
  jobs.define(inboxSweep)
  jobs.handle(inboxSweep, async () => {
    const now = clock.now().getTime()
    await database.transaction(tx => deleteOlder(tx, iso(now - KEPT_DAYS * DAY_MS)))
    return again(new Date(now + DAY_MS))
  })
  return {
    /** At every start; a job that is already there keeps its hour. */
    async schedule(): Promise<void> {
      await database.transaction(async tx => {
        await jobs.enqueue(tx, inboxSweep, {}, { dedupe_key: 'daily' })
      })
    },
  }
}
