import type { Db, Tx } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import { again, type JobHandler } from '#jobs/index.ts'
import type { Concluded } from '#jobs/lease.ts'
import { iso } from '#kit/clock.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { DeliveryRecord, RequestRecord } from '#ports/request-record.ts'
import { deliver, jobKey } from './delivery-jobs.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { changeDelivery, type DeliveryKey, listUndelivered } from './delivery-store.ts'

/** Deliveries tried this recently are skipped; otherwise two of them would wake each other forever. */
const JUST_TRIED_MS = 10_000
const BATCH_SIZE = 200

type YieldResult = Concluded | { kind: 'go'; fault?: UpstreamFault }

/**
 * When a manager is back, everything that waited for it goes in the order of the requests, one at a time because
 * of its lane. No delivery waits out a delay of hours for a service that answers again.
 */
export function createOutageQueue(parts: DeliveryParts) {
  const { database, clock, jobs } = parts
  const triedBefore = () => iso(clock.now().getTime() - JUST_TRIED_MS)

  /**
   * Whether its job goes next; wakes it if necessary. The row alone is not enough: an attempt that failed before
   * it started, because the database was unavailable, leaves the row unchanged while its job waits out a delay.
   */
  async function goesFirst(tx: Tx, row: DeliveryRecord, isDue: boolean, now: string): Promise<boolean> {
    const job = await jobs.find(tx, deliver, jobKey(row))
    if (!job || job.state === 'parked' || job.state === 'attention') return false
    // A job without a reason has not failed: it stepped back a moment ago, as this one would.
    if (job.state === 'running' || job.run_at <= now || job.reason === null) return true
    // Due by its row, and failed again since it was woken: a problem of its own, which must not delay others.
    if (isDue && job.attempts <= 1) return false
    return jobs.wake(tx, deliver, jobKey(row))
  }

  /** False: none of them has a job that could go first. */
  async function wakeAll(tx: Tx, rows: readonly DeliveryRecord[]): Promise<boolean> {
    const now = iso(clock.now())
    let anyGoesFirst = false
    for (const row of rows) {
      const isDue = row.next_attempt_at !== null && row.next_attempt_at <= now
      if (await goesFirst(tx, row, isDue, now)) anyGoesFirst = true
      if (!isDue) await changeDelivery(tx, row.id, ['retry'], { next_attempt_at: now, updated_at: now })
    }
    return anyGoesFirst
  }

  function earlier({ id, instance_id }: RequestRecord, limit: number) {
    return listUndelivered(database.read, {
      instance_id,
      tried_before: triedBefore(),
      earlier_than: id,
      limit,
    })
  }

  function list(db: Db, instance_id: string) {
    return listUndelivered(db, { instance_id, tried_before: triedBefore(), limit: BATCH_SIZE })
  }

  return {
    list,

    /** The manager answered: everything that waits for it is due. */
    async makeDue(tx: Tx, instance_id: string): Promise<void> {
      await wakeAll(tx, await list(tx, instance_id))
    },

    /**
     * Steps back behind earlier requests that were delayed, once the manager is known to answer. Returns the fault
     * if it does not answer; that is then the result of this attempt.
     */
    async yieldToEarlier(
      run: Parameters<JobHandler<DeliveryKey>>[0],
      request: RequestRecord,
      instance: InstanceRecord | undefined,
    ): Promise<YieldResult> {
      if (!instance || (await earlier(request, 1)).length === 0) return { kind: 'go' }
      try {
        await parts.probe(instance, run.signal)
      } catch (error) {
        if (error instanceof UpstreamFault) return { kind: 'go', fault: error }
        throw error
      }
      const rows = await earlier(request, BATCH_SIZE)
      return database.transaction(async tx => {
        if (!(await wakeAll(tx, rows))) return { kind: 'go' }
        // Behind all of them, even if a late approval gave an earlier request the later job.
        return run.lease.conclude(tx, again(new Date(clock.now().getTime() + 1)))
      })
    },
  }
}

export type OutageQueue = ReturnType<typeof createOutageQueue>
