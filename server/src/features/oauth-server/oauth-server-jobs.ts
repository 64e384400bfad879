import { z } from 'zod'
import type { Database } from '#db/database.ts'
import { again, defineJob, type Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { DAY_MS, HOUR_MS } from '#kit/durations.ts'
import { deleteClientsUnusedSince } from './clients/client-store.ts'
import { deleteExpiredCodes } from './authorize/code-store.ts'
import type { Grants } from './grants/grants.ts'

/** 2/4.5 */
const UNUSED_MS = 90 * DAY_MS

const toolClientSweep = defineJob({ name: 'tool-client-sweep', payload: z.object({}) })

/** Removes clients that nobody uses, and grants that can no longer be used. */
export function createToolClientSweep(deps: {
  database: Database
  clock: Clock
  jobs: Jobs
  grants: Grants
}) {
  const { database, clock, jobs, grants } = deps
  jobs.define(toolClientSweep)
  jobs.handle(toolClientSweep, async () => {
    const now = clock.now().getTime()
    await database.withWriteLock('tool-clients', async tx => {
      await deleteExpiredCodes(tx, iso(now))
      await grants.forgetEnded(tx)
      await deleteClientsUnusedSince(tx, iso(now - UNUSED_MS))
    })
    return again(new Date(now + HOUR_MS))
  })
  return {
    /** Called at every start. An existing job keeps its time. */
    async schedule(): Promise<void> {
      await database.transaction(async tx => {
        await jobs.enqueue(tx, toolClientSweep, {}, { dedupe_key: 'hourly' })
      })
    },
  }
}
