import type { Database } from '#db/database.ts'
import { type Clock, iso, type Stop } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { ClaimedJob } from './job-claim.ts'
import { keepRenewed } from './keep-renewed.ts'
import { type Concluded, concludeClaim, createLease, LeaseLost, renewClaim, returnClaim } from './lease.ts'
import type { LeaseClock } from './lease-clock.ts'
import { attention, type Outcome, outcomeOfError } from './outcome.ts'
import { type BoundHandler, UnreadablePayload } from './registry.ts'

/** Foyer is stopping; the job is returned unchanged, and another process or the next start takes it. */
export class WorkerStopping extends Error {
  constructor() {
    super('Foyer is stopping.')
    this.name = 'WorkerStopping'
  }
}

export type JobLog = Pick<Log, 'debug' | 'warn' | 'error'>

export interface JobTiming {
  /** How long after its last renewal a dead process's job can be taken over. */
  lease_ms: number
  heartbeat_ms: number
  sweep_ms: number
  /** How long `stop` lets running handlers finish before it aborts them. */
  grace_ms: number
}

export interface RunDeps {
  database: Database
  clock: Clock
  lease_clock: LeaseClock
  log: JobLog
  timing: JobTiming
}

/** A claimed job in progress. */
export interface Run {
  readonly claim: ClaimedJob
  /** Resolves when the handler returned and its outcome is written or dropped; never rejects. */
  readonly ended: Promise<void>
  abort(reason: Error): void
}

export function beginRun(claim: ClaimedJob, handler: BoundHandler, deps: RunDeps): Run {
  const controller = new AbortController()
  const stopHeartbeat = keepLease(claim, controller, deps)
  const ended = attempt(claim, handler, controller.signal, deps)
    // The lease stays until it expires; then the job runs again, here or elsewhere.
    .catch((error: unknown) =>
      deps.log.error({ err: error, job: claim.name }, 'a job could not be concluded'),
    )
    .finally(stopHeartbeat)
  return { claim, ended, abort: reason => controller.abort(reason) }
}

async function attempt(
  claim: ClaimedJob,
  handler: BoundHandler,
  signal: AbortSignal,
  { database, clock, lease_clock, log, timing }: RunDeps,
): Promise<void> {
  const lease = createLease(claim, clock, { lease_clock, lease_ms: timing.lease_ms })
  const { id: job_id, payload, attempt } = claim
  const result = await handler({ job_id, payload, attempt, lease, signal }).catch(
    (error: unknown): Outcome | null => explainThrow(error, claim, signal, log),
  )
  const owned = await writeResult(database, claim, result, clock.now(), log)
  if (!owned) log.debug({ job: claim.name, job_id }, 'the lease was lost; the outcome is dropped')
}

/** Null: the attempt was interrupted, which says nothing about the job. */
function explainThrow(error: unknown, claim: ClaimedJob, signal: AbortSignal, log: JobLog): Outcome | null {
  if (signal.reason instanceof WorkerStopping) return null
  const lost = error instanceof LeaseLost || signal.reason instanceof LeaseLost
  if (!lost) log.warn({ err: error, job: claim.name, attempt: claim.attempt }, 'a job failed')
  return error instanceof UnreadablePayload ? attention('unreadable_payload') : outcomeOfError(error)
}

async function writeResult(
  database: Database,
  claim: ClaimedJob,
  result: Outcome | Concluded | null,
  now: Date,
  log: JobLog,
): Promise<boolean> {
  if (result?.kind === 'concluded') return true
  if (!result) return database.transaction(tx => returnClaim(tx, claim, iso(now)))
  const ending = await database.transaction(tx => concludeClaim(tx, claim, result, now))
  if (ending?.state === 'attention')
    log.error({ job: claim.name, reason: ending.reason }, 'a job needs attention')
  return ending !== null
}

function keepLease(
  claim: ClaimedJob,
  controller: AbortController,
  { database, clock, lease_clock, log, timing }: RunDeps,
): Stop {
  const { lease_ms, heartbeat_ms } = timing
  return keepRenewed({
    clock,
    lease_ms,
    every_ms: heartbeat_ms,
    renew: () => database.transaction(tx => renewClaim(tx, claim, { lease_clock, lease_ms })),
    onFailed: error => log.warn({ err: error, job: claim.name }, 'a lease could not be renewed'),
    onLost: () => controller.abort(new LeaseLost(claim.id)),
  })
}
