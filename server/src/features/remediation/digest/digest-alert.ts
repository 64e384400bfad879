import { z } from 'zod'
import type { Database } from '#db/database.ts'
import type { Alerts } from '#features/notifications/index.ts'
import { again, defineJob, type Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from '#kit/durations.ts'
import { readDigest } from './digest.ts'
import { isEventful } from './digest-rules.ts'

const DAYS = 7

const weeklyDigest = defineJob({ name: 'agent-digest', payload: z.object({}) })

interface Parts {
  database: Database
  clock: Clock
  jobs: Jobs
  alerts: Pick<Alerts, 'raise'>
}

/** Alerts admins once a week of what happened to issues; a quiet week is not worth one. */
export function createDigestAlert({ database, clock, jobs, alerts }: Parts) {
  const nextWeek = () => new Date(clock.now().getTime() + DAYS * DAY_MS)

  jobs.define(weeklyDigest)
  jobs.handle(weeklyDigest, ({ lease }) =>
    database.transaction(async tx => {
      const digest = await readDigest(tx, DAYS, clock.now())
      if (isEventful(digest)) {
        const data = { count: digest.issues_resolved }
        await alerts.raise(tx, { type: 'agent_digest', audience: { to: 'admins' }, data })
      }
      return lease.conclude(tx, again(nextWeek()))
    }),
  )

  return {
    /** Called at every start. An existing job keeps its time. */
    async schedule(): Promise<void> {
      await database.transaction(async tx => {
        await jobs.enqueue(tx, weeklyDigest, {}, { dedupe_key: 'weekly', run_at: nextWeek() })
      })
    },
  }
}
