import { createLocalBroadcast } from '#db/broadcast-local.ts'
import type { Database } from '#db/database.ts'
import { createJobs } from '#jobs/index.ts'
import { createTestClock } from './test-clock.ts'
import { addPeople, type AlertHouseParts, createScriptedChannel, openAlertHouse } from './alert-house.ts'

const quiet = { debug: () => {}, warn: () => {}, error: () => {} }
export const MINUTE = 60_000
export const [ANA, BO, CY] = [1, 2, 3]

export const movieNews = (n = 603, type: 'new_movie' | 'new_episode' = 'new_movie') => ({
  type,
  audience: { to: 'viewers' as const, instance_id: 'in_a' },
  data: { media_type: 'movie' as const, tmdb_id: n, title: `Movie ${n}`, instance_id: 'in_a' },
  topic: `in_a movie:${n}`,
})

/** Alerts over a channel that does as it is told. */
export async function openHouse(database: Database, more: Partial<AlertHouseParts> = {}) {
  const clock = createTestClock()
  const broadcast = createLocalBroadcast(database, quiet)
  const jobs = createJobs({ database, clock, log: quiet, broadcast })
  const scripted = createScriptedChannel()
  const house = openAlertHouse({ database, clock, jobs, channels: [scripted.channel], ...more })
  const news = (alert: ReturnType<typeof movieNews> & { parts?: readonly string[] }) =>
    database.withWriteLock('alerts', tx => house.alerts.raiseContent(tx, alert, 'new'))
  /** Everything that is due now and after gathering. */
  async function settle(ms = 3_000) {
    await jobs.settle()
    clock.advance(ms)
    await jobs.settle()
  }
  return { ...house, ...scripted, clock, jobs, news, settle }
}

/** An admin and two users. */
export async function furnished(open: () => Promise<Database>): Promise<Database> {
  const database = await open()
  await addPeople(database, ['ana', 'admin'], ['bo', 'user'], ['cy', 'user'])
  return database
}
