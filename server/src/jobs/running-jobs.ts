import { iso } from '#kit/clock.ts'
import { newId } from '#kit/ids.ts'
import { claimDue, type ClaimedJob } from './job-claim.ts'
import { returnClaim } from './lease.ts'
import type { Registry } from './registry.ts'
import { beginRun, type Run, type RunDeps } from './run.ts'

/** 1/4.8: at most 32 per sweep. */
const CLAIM_LIMIT = 32

/** The jobs this process has claimed and is running. `onEnded` is called when one ends. */
export function createRunningJobs(deps: RunDeps & { registry: Registry }, onEnded: () => void) {
  const { database, clock, lease_clock, log, registry, timing } = deps
  const owner = newId('worker')
  const runs = new Map<number, Run>()
  const claiming = new Set<Promise<void>>()
  let isClosed = false

  async function claim(limit: number, only?: number): Promise<void> {
    if (limit <= 0 || isClosed) return
    const underway = claimAndBegin(limit, only)
    claiming.add(underway)
    await underway.finally(() => claiming.delete(underway))
  }

  async function claimAndBegin(limit: number, only?: number): Promise<void> {
    const request = {
      engine: database.engine,
      owner,
      names: registry.names(),
      limit: Math.min(limit, CLAIM_LIMIT),
      ...(only !== undefined && { only }),
    }
    const claims = await database.withWriteLock('jobs', async tx => {
      const lease_now = await lease_clock(tx)
      const times = { lease_now: iso(lease_now), lease_until: iso(lease_now + timing.lease_ms) }
      return claimDue(tx, { ...request, ...times, now: iso(clock.now()) })
    })
    if (isClosed) await giveBack(claims)
    else claims.forEach(begin)
  }

  async function giveBack(claims: readonly ClaimedJob[]): Promise<void> {
    for (const one of claims) await database.transaction(tx => returnClaim(tx, one, iso(clock.now())))
  }

  function begin(claim: ClaimedJob): void {
    const handler = registry.handlerOf(claim.name)
    if (!handler) return
    const run = beginRun(claim, handler, deps)
    runs.set(claim.id, { ...run, ended: run.ended.finally(() => forget(claim)) })
  }

  function forget(claim: ClaimedJob): void {
    // A job claimed again by this process in the meantime must not be removed.
    if (runs.get(claim.id)?.claim === claim) runs.delete(claim.id)
    onEnded()
  }

  return {
    /** Claims due jobs, up to `limit`, and starts them. `only` names a single job. */
    claim,
    count: () => runs.size,
    find: (jobId: number) => runs.get(jobId),
    allEnded: async () => {
      await Promise.allSettled(claiming)
      await Promise.all([...runs.values()].map(run => run.ended))
    },
    /** Starts nothing more; jobs that are just being claimed are returned. */
    close: () => void (isClosed = true),
    abortAll: (reason: Error) => runs.forEach(run => run.abort(reason)),
    /** For handlers that did not stop: their later writes are fenced out. */
    giveBackAll: async () => {
      for (const { claim } of runs.values()) {
        log.warn({ job: claim.name }, 'a job did not stop in time; it is returned')
        await giveBack([claim])
      }
    },
  }
}
