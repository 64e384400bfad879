import { z } from 'zod'
import type { Database, Tx } from '#db/database.ts'
import { type InstanceRecord, type Inventory, isManagerRecord } from '#features/instances/index.ts'
import { again, defineJob, type Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Log } from '#kit/log.ts'
import { mapConcurrently } from '#kit/map-concurrently.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { createLibraryWatch } from './library-watch.ts'
import type { ReportObservation } from './report-observation.ts'

const watchLibraries = defineJob({ name: 'watch-for-problems', payload: z.object({}) })
const KEY = 'watch'

/** Managers refresh their own queues about once a minute (servarr-common.md, 5). */
const EVERY_MS = MINUTE_MS
/** Libraries that are read at the same time. */
const AT_ONCE = 4

export interface WatchJobParts {
  database: Database
  clock: Clock
  jobs: Jobs
  log: Log
  inventory: Pick<Inventory, 'list'>
  watch: ReturnType<typeof createLibraryWatch>
  reports: Pick<ReportObservation, 'sweep'>
}

/** One job looks at all libraries, as long as there is one; the lease lets one process do it (docs/adr/0006). */
export function createWatchJob({ database, clock, jobs, log, inventory, watch, reports }: WatchJobParts) {
  const soon = () => new Date(clock.now().getTime() + EVERY_MS)

  /** One library that does not answer must not end the look at the others. */
  async function tolerate(run: () => Promise<void>): Promise<void> {
    try {
      await run()
    } catch (error) {
      if (!(error instanceof UpstreamFault || error instanceof Refusal)) throw error
      log.warn({ err: error }, 'a library could not be watched for problems')
    }
  }

  jobs.define(watchLibraries)
  jobs.handle(watchLibraries, async ({ lease, signal }) => {
    const managers = (await inventory.list(database.read)).filter(isManagerRecord)
    await mapConcurrently(managers, AT_ONCE, manager =>
      tolerate(() => watch.look(manager, lease.assertHeld, signal)),
    )
    await reports.sweep()
    // Under the lock of those who add one: otherwise the first library could be added while the job ends.
    return database.withWriteLock('instances', async tx => {
      const left = (await inventory.list(tx)).some(isManagerRecord)
      return left ? lease.conclude(tx, again(soon())) : lease.finish(tx)
    })
  })

  async function enqueue(tx: Tx): Promise<void> {
    await jobs.enqueue(tx, watchLibraries, {}, { dedupe_key: KEY, run_at: soon() })
  }

  return {
    /** In the transaction that saves a new instance. */
    async connected(tx: Tx, instance: InstanceRecord): Promise<void> {
      if (isManagerRecord(instance)) await enqueue(tx)
    },
    /** At every start; a job that is there keeps its time. */
    async start(): Promise<void> {
      const isNeeded = (await inventory.list(database.read)).some(isManagerRecord)
      if (isNeeded) await database.transaction(enqueue)
    },
  }
}
