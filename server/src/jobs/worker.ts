import { setImmediate } from 'node:timers/promises'
import type { Broadcast } from '#db/broadcast-channel.ts'
import { iso, type Stop } from '#kit/clock.ts'
import { HOUR_MS } from '#kit/durations.ts'
import { releaseAllLeases } from './job-claim.ts'
import { listOtherNames } from './job-store.ts'
import type { Registry } from './registry.ts'
import { type RunDeps, WorkerStopping } from './run.ts'
import { createRunningJobs } from './running-jobs.ts'
import { within } from './within.ts'

export interface WorkerDeps extends RunDeps {
  broadcast: Broadcast
  registry: Registry
  concurrency: number
}

/** The broadcast that announces a possible new job. */
export const JOBS_CHANGED = 'jobs_changed'

/** How long an aborted handler may take to end before its job is returned anyway. */
const UNWIND_MS = 1000

/** How often jobs are looked for that only another version of Foyer knows, which may run beside this one. */
const UNKNOWN_JOBS_MS = HOUR_MS

/** Decides when to look for due jobs: when woken, at each sweep and when a job ends. */
export function createWorker(deps: WorkerDeps) {
  const { clock, log, concurrency } = deps
  const running = createRunningJobs(deps, wake)
  const stops: Stop[] = []
  let phase: 'idle' | 'started' | 'stopping' = 'idle'
  let claiming: Promise<void> | null = null
  let woken = false
  let prepared: Promise<void> | undefined

  const claimFree = () => running.claim(concurrency - running.count())

  function wake(): void {
    if (phase !== 'started') return
    woken = true
    claiming ??= claimWhileWoken()
  }

  async function claimWhileWoken(): Promise<void> {
    while (woken) {
      woken = false
      await claimFree().catch((error: unknown) => log.warn({ err: error }, 'due jobs could not be claimed'))
      // SQLite is synchronous; a long backlog must not block the server's sockets.
      await setImmediate()
    }
    claiming = null
  }

  function prepare(): Promise<void> {
    return (prepared ??= voidEarlierLeases(deps))
  }

  /** A stop is final, even if it comes during the start. */
  async function start(): Promise<void> {
    deps.registry.check()
    if (phase === 'idle') await prepare()
    if (phase !== 'idle') return
    phase = 'started'
    stops.push(...listen(deps, wake))
    wake()
  }

  async function stop(hurry?: AbortSignal): Promise<void> {
    phase = 'stopping'
    woken = false
    for (const off of stops.splice(0)) off()
    running.close()
    const all = Promise.resolve(claiming).then(() => running.allEnded())
    if (await within(clock, deps.timing.grace_ms, all, hurry)) return
    running.abortAll(new WorkerStopping())
    try {
      if (!(await within(clock, UNWIND_MS, all))) await running.giveBackAll()
      // Another process continues at once.
      await deps.broadcast.send(null, { kind: JOBS_CHANGED })
    } catch (error) {
      log.warn({ err: error }, 'jobs could not be returned; their leases will expire')
    }
  }

  async function settle(): Promise<void> {
    for (;;) {
      await claiming
      await claimFree()
      // A started worker may have claimed it without having started it yet.
      if (running.count() === 0 && !claiming) return
      await running.allEnded()
    }
  }

  async function runNow(jobId: number, waitMs: number): Promise<'ended' | 'running' | 'not_started'> {
    if (phase === 'stopping') return 'not_started'
    if (!running.find(jobId)) await running.claim(1, jobId)
    // The commit woke the worker, which may have claimed it first.
    if (!running.find(jobId)) await claiming
    const run = running.find(jobId)
    if (!run) return 'not_started'
    return (await within(clock, waitMs, run.ended)) ? 'ended' : 'running'
  }

  return { prepare, start, stop, settle, runNow, wake }
}

/** C1: see `releaseAllLeases`. On PostgreSQL a lease may belong to another machine and expires by itself. */
async function voidEarlierLeases({ database, clock }: WorkerDeps): Promise<void> {
  if (database.engine !== 'sqlite') return
  await database.transaction(tx => releaseAllLeases(tx, iso(clock.now())))
}

function listen(deps: WorkerDeps, wake: () => void): Stop[] {
  const { broadcast, clock, timing } = deps
  const checkUnknownJobs = createUnknownJobCheck(deps)
  checkUnknownJobs()
  return [
    broadcast.on(JOBS_CHANGED, wake),
    // A message missed while the channel was down may have announced a job.
    broadcast.onReset(wake),
    clock.every(timing.sweep_ms, wake),
    clock.every(UNKNOWN_JOBS_MS, checkUnknownJobs),
  ]
}

/** Jobs of a newer or older version are left alone, and logged once. */
function createUnknownJobCheck({ database, registry, log }: WorkerDeps): () => void {
  const seen = new Set<string>()
  async function look(): Promise<void> {
    for (const name of await listOtherNames(database.read, registry.names())) {
      if (!seen.has(name)) {
        log.warn({ job: name }, 'this version of Foyer does not know this job; it is left alone')
      }
      seen.add(name)
    }
  }
  return () => void look().catch((error: unknown) => log.warn({ err: error }, 'the jobs could not be read'))
}
