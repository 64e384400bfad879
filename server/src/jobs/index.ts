import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database, Db, Tx } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { JobDefinition, JobHandler } from './definition.ts'
import {
  countByKind,
  findListedJob,
  type JobCounts,
  type ListedJob,
  listJobsOf,
  makeDue,
} from './job-listing.ts'
import { cancelJob, enqueueJob, findJob, type JobView, nextDueAt, wakeJob } from './job-store.ts'
import { createLeaseClock, type LeaseClock } from './lease-clock.ts'
import { createRegistry } from './registry.ts'
import type { JobLog, JobTiming } from './run.ts'
import { createWorker, JOBS_CHANGED } from './worker.ts'

export { defineJob, type JobHandler } from './definition.ts'
export type { JobCounts, ListedJob } from './job-listing.ts'
export { type Concluded, type JobLease, LeaseLost } from './lease.ts'
export { again, attention, done, park, retry } from './outcome.ts'
export { WorkerStopping } from './run.ts'

export interface JobsDeps {
  database: Database
  broadcast: Broadcast
  clock: Clock
  log: JobLog
  /** The number of concurrent handlers in this process. */
  concurrency?: number
  timing?: Partial<JobTiming>
  /** For tests with their own lease clock. */
  lease_clock?: LeaseClock
}

interface EnqueueOptions {
  /** At most one unfinished job per definition and key; enqueueing again joins it. */
  dedupe_key?: string
  /** Jobs of one lane never overlap, in any process. A lane is usually one instance (1:3). */
  lane?: string
  /** The earliest time; defaults to now. */
  run_at?: Date
}

/** Durable work in the same database as its data. */
export interface Jobs {
  /** Declares jobs. `start` refuses duplicate names and definitions without exactly one handler. */
  define(...definitions: JobDefinition[]): void
  handle<P>(definition: JobDefinition<P>, handler: JobHandler<P>): void
  /** Saves a job with the caller's other writes and returns its id. It runs once they commit. */
  enqueue<P>(tx: Tx, definition: JobDefinition<P>, payload: P, options?: EnqueueOptions): Promise<number>
  /** Due now with attempts from 0 (C6), even if parked or in attention. False: no such job. */
  wake(tx: Tx, definition: JobDefinition, dedupeKey: string): Promise<boolean>
  /** Deletes a job; if it is running, it can no longer write. False: no such job. */
  cancel(tx: Tx, definition: JobDefinition, dedupeKey: string): Promise<boolean>
  /** Null: no unfinished job with that key. */
  find(db: Db, definition: JobDefinition, dedupeKey: string): Promise<JobView | null>
  /**
   * C4: runs a due job at once and waits up to `waitMs`; it continues after that. `not_started`: its lane is busy,
   * another process has it, or it already ended.
   */
  runNow(jobId: number, waitMs: number): Promise<'ended' | 'running' | 'not_started'>
  /** When the next waiting job is due, possibly in the past; null when none waits. */
  nextDueAt(): Promise<Date | null>
  /** The kinds of jobs that this process works on. */
  names(): readonly string[]
  /** For whoever runs the server: saved jobs by kind, those of one kind, and one of them. */
  countByKind(db: Db): Promise<JobCounts[]>
  listOf(db: Db, name: string, page: { after: number; limit: number }): Promise<ListedJob[]>
  findById(db: Db, id: number): Promise<ListedJob | null>
  /** Due now with its attempts reset. False: it runs, is parked or has ended. */
  makeDue(tx: Tx, id: number): Promise<boolean>
  /**
   * C1: voids the leases left by an earlier run of this SQLite folder, once. Must be called before any job can be
   * enqueued: later it would void the lease of a running one. `start` calls it if needed.
   */
  prepare(): Promise<void>
  start(): Promise<void>
  /**
   * Claims no more jobs, lets handlers finish for a grace period, then aborts them and returns their jobs. `hurry`
   * ends the grace period early.
   */
  stop(hurry?: AbortSignal): Promise<void>
  /** For tests: runs due jobs by the clock until there are none. Never sleeps; a handler that does hangs it. */
  settle(): Promise<void>
}

/**
 * 1/4.8: sweep 10 s. C1: leases end within five minutes; these are much shorter and renewed while the work runs, so
 * that the work of a dead process continues within a minute.
 */
const TIMING: JobTiming = { lease_ms: 30_000, heartbeat_ms: 10_000, sweep_ms: 10_000, grace_ms: 5_000 }
const CONCURRENCY = 8

export function createJobs(deps: JobsDeps): Jobs {
  const { database, broadcast, clock, concurrency = CONCURRENCY } = deps
  const registry = createRegistry()
  const timing = { ...TIMING, ...deps.timing }
  const lease_clock = deps.lease_clock ?? createLeaseClock(deps)
  const worker = createWorker({ ...deps, registry, timing, concurrency, lease_clock })
  const now = () => iso(clock.now())

  /** Locally at once, even while the channel is down; elsewhere through the channel. */
  async function announce(tx: Tx): Promise<void> {
    database.afterCommit(tx, worker.wake)
    if (database.engine === 'postgres') await broadcast.send(tx, { kind: JOBS_CHANGED })
  }

  /** Jobs due before the next sweep get their own timer. */
  function wakeFor(run_at: Date): void {
    const ms = run_at.getTime() - clock.now().getTime()
    if (ms > 0 && ms < timing.sweep_ms) clock.after(ms, worker.wake)
  }

  return {
    define: registry.define,
    handle: registry.handle,
    async enqueue(tx, definition, payload, { dedupe_key, lane, run_at } = {}) {
      registry.assertDefined(definition)
      const text = JSON.stringify(definition.payload.parse(payload))
      const due = run_at && iso(run_at)
      const { name } = definition
      const id = await enqueueJob(tx, { name, payload: text, dedupe_key, lane, run_at: due, now: now() })
      // Before it is due nobody can run it; the sweep of any process finds it then.
      if (run_at && run_at > clock.now()) database.afterCommit(tx, () => wakeFor(run_at))
      else await announce(tx)
      return id
    },
    async wake(tx, { name }, dedupe_key) {
      const found = await wakeJob(tx, { name, dedupe_key }, now())
      if (found) await announce(tx)
      return found
    },
    cancel: (tx, { name }, dedupe_key) => cancelJob(tx, { name, dedupe_key }),
    find: (db, { name }, dedupe_key) => findJob(db, { name, dedupe_key }),
    async nextDueAt() {
      const at = await nextDueAt(database.read, registry.names())
      return at === null ? null : new Date(at)
    },
    names: registry.names,
    countByKind,
    listOf: listJobsOf,
    findById: findListedJob,
    async makeDue(tx, id) {
      const found = await makeDue(tx, id, now())
      if (found) await announce(tx)
      return found
    },
    runNow: worker.runNow,
    prepare: worker.prepare,
    start: worker.start,
    stop: worker.stop,
    settle: worker.settle,
  }
}
