import { createLocalBroadcast } from '#db/broadcast-local.ts'
import type { Database } from '#db/database.ts'
import { createJobs } from '#jobs/index.ts'
import { createTestClock } from './test-clock.ts'
import { addPeople, type AlertParts, buildAlerts, createScriptedChannel } from './build-alerts.ts'

const quiet = { debug: () => {}, warn: () => {}, error: () => {} }
export const [ANA, BO, CY] = [1, 2, 3]

export const movieNews = (n = 603, type: 'new_movie' | 'new_episode' = 'new_movie') => ({
  type,
  audience: { to: 'viewers' as const, instance_id: 'in_a' },
  data: { media_type: 'movie' as const, tmdb_id: n, title: `Movie ${n}`, instance_id: 'in_a' },
  topic: `in_a movie:${n}`,
})

/** Alerts over a scripted channel. */
export async function buildOutbox(database: Database, more: Partial<AlertParts> = {}) {
  const clock = createTestClock()
  const broadcast = createLocalBroadcast(database, quiet)
  const jobs = createJobs({ database, clock, log: quiet, broadcast })
  const scripted = createScriptedChannel()
  const outbox = buildAlerts({ database, clock, jobs, channels: [scripted.channel], ...more })
  const news = (alert: ReturnType<typeof movieNews> & { parts?: readonly string[] }) =>
    database.withWriteLock('alerts', tx => outbox.alerts.raiseContent(tx, alert, 'new'))
  /** Runs everything that is due now, and after the time in which alerts are gathered. */
  async function settle(ms = 3_000) {
    await jobs.settle()
    clock.advance(ms)
    await jobs.settle()
  }
  return { ...outbox, ...scripted, database, clock, jobs, news, settle }
}

/** A database with an admin and two users. */
export async function openWithPeople(open: () => Promise<Database>): Promise<Database> {
  const database = await open()
  await addPeople(database, ['ana', 'admin'], ['bo', 'user'], ['cy', 'user'])
  return database
}

/** Ends all leases, as after a process hung for so long that another one may take over. */
export async function endLeases(database: Database): Promise<void> {
  const past = '2020-01-01T00:00:00.000Z'
  await database.transaction(async tx => {
    await tx.updateTable('jobs').set({ leased_until: past }).where('state', '=', 'running').execute()
    await tx.updateTable('leases').set({ leased_until: past }).execute()
  })
}
