import type { Tx } from '#db/database.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { ClaimedJob } from './job-claim.ts'
import { finish, giveBack, renew, rest, retryLater, runAgain } from './job-fence.ts'
import type { LeaseClock } from './lease-clock.ts'
import { laneLease, releaseLease, renewLease } from './leases.ts'
import { decideEnding, done, type Ending, type Outcome } from './outcome.ts'

/** The job belongs to another process or was cancelled. Not a fault: stop, and write nothing more (1:3). */
export class LeaseLost extends Error {
  readonly job_id: number

  constructor(jobId: number) {
    super('The lease of this job was lost.')
    this.name = 'LeaseLost'
    this.job_id = jobId
  }
}

/** The job's end is already written; returned by handlers that ended it in their own transaction. */
export interface Concluded {
  kind: 'concluded'
  ending: Ending
}

/** A handler's right to write. */
export interface JobLease {
  /**
   * Ends the job in the caller's transaction, so that an effect and the end of its job commit together. Throws
   * LeaseLost when the lease is gone, which rolls back the caller's writes.
   */
  conclude(tx: Tx, outcome: Outcome): Promise<Concluded>
  /** `conclude` with `done()`. */
  finish(tx: Tx): Promise<Concluded>
  /** Lets a checkpoint commit only while the lease is held; throws LeaseLost otherwise. */
  assertHeld(tx: Tx): Promise<void>
}

/** The timing of lease renewal. */
export interface LeaseTerms {
  lease_clock: LeaseClock
  lease_ms: number
}

export function createLease(claim: ClaimedJob, clock: Clock, terms: LeaseTerms): JobLease {
  const conclude: JobLease['conclude'] = async (tx, outcome) => {
    const ending = await concludeClaim(tx, claim, outcome, clock.now())
    if (!ending) throw new LeaseLost(claim.id)
    return { kind: 'concluded', ending }
  }
  return {
    conclude,
    finish: tx => conclude(tx, done()),
    assertHeld: async tx => {
      if (!(await renewClaim(tx, claim, terms))) throw new LeaseLost(claim.id)
    },
  }
}

/** Null: the claim was lost. Either way its lane is free afterwards, because nothing of it is running any more. */
export async function concludeClaim(
  tx: Tx,
  claim: ClaimedJob,
  outcome: Outcome,
  at: Date,
): Promise<Ending | null> {
  const ending = await writeEnding(tx, claim, decideEnding(outcome, claim.attempt, at), iso(at))
  await releaseLane(tx, claim)
  return ending
}

/** As written: a wake or another enqueue during the run brings the next run forward. */
async function writeEnding(tx: Tx, claim: ClaimedJob, ending: Ending, now: string): Promise<Ending | null> {
  switch (ending.state) {
    case 'finished':
      return (await finish(tx, claim, now)) ? ending : null
    case 'retry':
      return scheduled(ending, await retryLater(tx, claim, { ...ending, run_at: iso(ending.run_at), now }))
    case 'scheduled':
      return scheduled(ending, await runAgain(tx, claim, { run_at: iso(ending.run_at), now }))
    default:
      return (await rest(tx, claim, { ...ending, now })) ? ending : null
  }
}

function scheduled<E extends Ending>(ending: E, run_at: string | null): E | null {
  return run_at === null ? null : { ...ending, run_at: new Date(run_at) }
}

/** Renews job and lane together: if either is lost, the attempt must stop. */
export async function renewClaim(
  tx: Tx,
  claim: ClaimedJob,
  { lease_clock, lease_ms }: LeaseTerms,
): Promise<boolean> {
  const until = iso((await lease_clock(tx)) + lease_ms)
  if (!(await renew(tx, claim, until))) return false
  if (claim.lane === null) return true
  return renewLease(tx, { name: laneLease(claim.lane), owner: claim.leased_by, until })
}

/** Returns an interrupted job unchanged, so that another process can continue at once. */
export async function returnClaim(tx: Tx, claim: ClaimedJob, now: string): Promise<boolean> {
  const owned = await giveBack(tx, claim, now)
  await releaseLane(tx, claim)
  return owned
}

async function releaseLane(tx: Tx, { lane, leased_by: owner }: ClaimedJob): Promise<void> {
  if (lane !== null) await releaseLease(tx, { name: laneLease(lane), owner })
}
