import type { Broadcast } from '#db/broadcast-channel.ts'
import { iso, type Stop } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { claimDue, type ClaimedJob, releaseAllLeases } from './job-claim.ts'
import { listOtherNames } from './job-store.ts'
import { returnClaim } from './lease.ts'
import type { Registry } from './registry.ts'
import { beginRun, type Run, type RunDeps, WorkerStopping } from './run.ts'
import { within } from './within.ts'

export interface WorkerDeps extends RunDeps {
  broadcast: Broadcast
  registry: Registry
  concurrency: number
}

/** The kind of broadcast that says: there may be a job to run. */
export const JOBS_CHANGED = 'jobs_changed'

/** 1/4.8 — at most 32 per sweep. */
const CLAIM_LIMIT = 32
/** How long an aborted handler has to unwind before its job is given back over its head. */
const UNWIND_MS = 1000
const CLAIM_LOCK = 'jobs:claim'

/** Claims due jobs and runs them, a few at a time. */
export function createWorker(deps: WorkerDeps) {
  const { database, broadcast, clock, log, registry, timing, concurrency } = deps
  const owner = newId('worker')
  const running = new Map<number, Run>()
  const stops: Stop[] = []
  let phase: 'idle' | 'started' | 'stopping' = 'idle'
  let claiming: Promise<void> | null = null
  let woken = false

  async function claim(limit: number, only?: number): Promise<void> {
    if (limit <= 0) return
    const now = clock.now()
    const claims = await database.withWriteLock(CLAIM_LOCK, tx =>
      claimDue(tx, {
        engine: database.engine,
        owner,
        names: registry.names(),
        now: iso(now),
        lease_until: iso(now.getTime() + timing.lease_ms),
        limit: Math.min(limit, CLAIM_LIMIT),
        ...(only !== undefined && { only }),
      }),
    )
    claims.forEach(begin)
  }

  function begin(claim: ClaimedJob): void {
    const handler = registry.handlerOf(claim.name)
    if (!handler) return
    const inner = beginRun(claim, handler, deps)
    running.set(claim.id, { ...inner, ended: inner.ended.finally(() => forget(claim)) })
  }

  function forget(claim: ClaimedJob): void {
    // A job that was taken over by a later claim of this process is not ours to forget.
    if (running.get(claim.id)?.claim === claim) running.delete(claim.id)
    wake()
  }

  function wake(): void {
    if (phase !== 'started') return
    woken = true
    claiming ??= claimWhileWoken()
  }

  async function claimWhileWoken(): Promise<void> {
    while (woken) {
      woken = false
      try {
        await claim(concurrency - running.size)
      } catch (error) {
        log.warn({ err: error }, 'due jobs could not be claimed')
      }
    }
    claiming = null
  }

  async function allEnded(): Promise<void> {
    await Promise.all([...running.values()].map(run => run.ended))
  }

  async function start(): Promise<void> {
    registry.check()
    if (database.engine === 'sqlite') await database.transaction(tx => releaseAllLeases(tx, iso(clock.now())))
    phase = 'started'
    const lookForStrangers = watchForStrangers(deps)
    stops.push(
      broadcast.on(JOBS_CHANGED, wake),
      // Whatever was missed while the channel was down may have been a job.
      broadcast.onReset(wake),
      clock.every(timing.sweep_ms, () => {
        wake()
        lookForStrangers()
      }),
    )
    lookForStrangers()
    wake()
  }

  async function stop(): Promise<void> {
    phase = 'stopping'
    woken = false
    for (const off of stops.splice(0)) off()
    const all = Promise.resolve(claiming).then(() => allEnded())
    if (await within(clock, timing.grace_ms, all)) return
    for (const run of running.values()) run.abort(new WorkerStopping())
    if (await within(clock, UNWIND_MS, all)) return
    for (const run of running.values()) await giveBackOverItsHead(run)
  }

  async function giveBackOverItsHead({ claim }: Run): Promise<void> {
    log.warn({ job: claim.name }, 'a job did not stop in time; it is given back')
    await database.transaction(tx => returnClaim(tx, claim, iso(clock.now())))
  }

  async function settle(): Promise<void> {
    for (;;) {
      await claiming
      await claim(concurrency - running.size)
      // A started worker may have claimed what we did not find, and not begun it yet.
      if (running.size === 0 && !claiming) return
      await allEnded()
    }
  }

  async function runNow(jobId: number, waitMs: number): Promise<'ended' | 'running' | 'not_started'> {
    if (phase === 'stopping') return 'not_started'
    if (!running.has(jobId)) await claim(1, jobId)
    // Its commit woke the worker, which may have been first.
    await claiming
    const run = running.get(jobId)
    if (!run) return 'not_started'
    return (await within(clock, waitMs, run.ended)) ? 'ended' : 'running'
  }

  return { start, stop, settle, runNow, wake }
}

/** Jobs of a newer or older Foyer are left alone, and said once. */
function watchForStrangers({ database, registry, log }: WorkerDeps): () => void {
  const seen = new Set<string>()
  async function look(): Promise<void> {
    for (const name of await listOtherNames(database.read, registry.names())) {
      if (!seen.has(name))
        log.warn({ job: name }, 'this version of Foyer does not know this job; it is left alone')
      seen.add(name)
    }
  }
  return () => void look().catch((error: unknown) => log.warn({ err: error }, 'the jobs could not be read'))
}
