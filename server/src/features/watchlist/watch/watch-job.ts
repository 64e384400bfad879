import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import { again, defineJob, type Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { LookAtItem } from './item-watch.ts'
import { listDue, nextCheckAt } from './item-store.ts'

const watchTitles = defineJob({ name: 'watch-titles', payload: z.object({}) })
const KEY = 'watch'

/** Items of one run; they are read one after the other, so that a provider is never asked for many at once. */
const ITEMS_PER_RUN = 20
/** Between two runs while more is due. */
const PAUSE_MS = 5_000

/** One job looks at everything that is watched, each when it is due, as long as there is something. */
export function createWatchJob(parts: { database: Database; clock: Clock; jobs: Jobs; look: LookAtItem }) {
  const { database, clock, jobs, look } = parts

  jobs.define(watchTitles)
  jobs.handle(watchTitles, async ({ lease, signal }) => {
    for (const item of await listDue(database.read, iso(clock.now()), ITEMS_PER_RUN)) {
      signal.throwIfAborted()
      await look(item, { assertHeld: lease.assertHeld, signal })
    }
    // Under the lock of those who add an item: otherwise the first one could be added while the job ends.
    return database.withWriteLock('watchlist', async tx => {
      const next = await nextCheckAt(tx)
      if (next === null) return lease.finish(tx)
      const at = Math.max(Date.parse(next), clock.now().getTime() + PAUSE_MS)
      return lease.conclude(tx, again(new Date(at)))
    })
  })

  async function schedule(tx: Tx): Promise<void> {
    await jobs.enqueue(tx, watchTitles, {}, { dedupe_key: KEY })
  }

  return {
    /** In the transaction that saves something to watch. */
    schedule,
    /** At every start. */
    async start(): Promise<void> {
      if ((await nextCheckAt(database.read)) !== null) await database.transaction(schedule)
    },
  }
}
