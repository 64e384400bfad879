import type { Broadcast } from '#db/broadcast-channel.ts'
import type { Database, Db, Tx } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { JobDefinition, JobHandler } from './definition.ts'
import { cancelJob, enqueueJob, findJob, type JobView, nextDueAt, wakeJob } from './job-store.ts'
import { createLeaseClock, type LeaseClock } from './lease-clock.ts'
import { createRegistry } from './registry.ts'
import type { JobLog, JobTiming } from './run.ts'
import { createWorker, JOBS_CHANGED } from './worker.ts'

export { defineJob, type JobHandler } from './definition.ts'
export { LeaseLost } from './lease.ts'
export { again, attention, done, park, retry } from './outcome.ts'
export { WorkerStopping } from './run.ts'

export interface JobsDeps {
  database: Database
  broadcast: Broadcast
  clock: Clock
  log: JobLog
  /** How many handlers run at once in this process. */
  concurrency?: number
  timing?: Partial<JobTiming>
  /** For tests whose own time must decide about leases. */
  lease_clock?: LeaseClock
}

interface EnqueueOptions {
  /** At most one unfinished job per definition and key; a second wish joins the first. */
  dedupe_key?: string
  /** Jobs of one lane never overlap, in any process. A lane is usually one instance (1:3). */
  lane?: string
  /** Not before; now when omitted. */
  run_at?: Date
}

/** Durable work in the same database as what it is about. */
export interface Jobs {
  /** Declares jobs. `start` refuses names that collide and definitions without exactly one handler. */
  define(...definitions: JobDefinition[]): void
  handle<P>(definition: JobDefinition<P>, handler: JobHandler<P>): void
  /** Saves a job with the caller's other writes and answers its id. It is run once they commit. */
  enqueue<P>(tx: Tx, definition: JobDefinition<P>, payload: P, options?: EnqueueOptions): Promise<number>
  /** Due now with attempts from 0 (C6), also when parked or in attention. False: no such job. */
  wake(tx: Tx, definition: JobDefinition, dedupeKey: string): Promise<boolean>
  /** Forgets a job; one that runs can write nothing more. False: no such job. */
  cancel(tx: Tx, definition: JobDefinition, dedupeKey: string): Promise<boolean>
  /** Null: no unfinished job of that key. */
  find(db: Db, definition: JobDefinition, dedupeKey: string): Promise<JobView | null>
  /**
   * C4 — runs a due job at once and waits for it up to `waitMs`; it goes on after that. `not_started`: its
   * lane is busy, another process has it, or it ended before.
   */
  runNow(jobId: number, waitMs: number): Promise<'ended' | 'running' | 'not_started'>
  /** When the next waiting job is due, or was; null when none waits. */
  nextDueAt(): Promise<Date | null>
  /**
   * C1 — voids the leases that an earlier run of this SQLite folder left, once. Called before anything can be
   * asked for: later it would void the lease of a job that a first request began. `start` makes up for it.
   */
  prepare(): Promise<void>
  start(): Promise<void>
  /**
   * Claims no more, lets handlers finish for a grace period, then aborts them and gives their jobs back. `hurry` ends
   * the grace period early.
   */
  stop(hurry?: AbortSignal): Promise<void>
  /** For tests: runs what is due by the clock until nothing is. Never sleeps; a handler that does hangs it. */
  settle(): Promise<void>
}

/**
 * 1/4.8 — sweep 10 s. C1: leases end within five minutes; ours are far shorter and renewed while the work runs, so
 * that what a dead process held goes on within a minute.
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

  /** Here at once and even while the channel is down; elsewhere by the channel. */
  async function announce(tx: Tx): Promise<void> {
    database.afterCommit(tx, worker.wake)
    if (database.engine === 'postgres') await broadcast.send(tx, { kind: JOBS_CHANGED })
  }

  /** What is due before the next sweep is not left to it. */
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
      await announce(tx)
      if (run_at) database.afterCommit(tx, () => wakeFor(run_at))
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
    runNow: worker.runNow,
    prepare: worker.prepare,
    start: worker.start,
    stop: worker.stop,
    settle: worker.settle,
  }
}
