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

/** Who was tried this recently has had its chance; otherwise two would call each other for ever. */
const JUST_TRIED_MS = 10_000
const AT_ONCE = 200

type Turn = Concluded | { kind: 'go'; fault?: UpstreamFault }

/**
 * When a manager is back, everything that waited for it goes first come, first served, one at a time: its lane
 * serialises, and nobody sits out a delay of hours for a service that answers again.
 */
export function createOutageQueue(parts: DeliveryParts) {
  const { database, clock, jobs } = parts
  const triedBefore = () => iso(clock.now().getTime() - JUST_TRIED_MS)

  /**
   * Whether its job goes next, woken when it has to be. The row alone does not say: an attempt that failed before
   * it started, for want of the database, leaves the row as it was while its job waits out a delay.
   */
  async function isComing(tx: Tx, row: DeliveryRecord, isDue: boolean, now: string): Promise<boolean> {
    const job = await jobs.find(tx, deliver, jobKey(row))
    if (!job || job.state === 'parked' || job.state === 'attention') return false
    // Without a reason it has not failed: it stepped back a moment ago, as this one would.
    if (job.state === 'running' || job.run_at <= now || job.reason === null) return true
    // Due by its row and failed once more since it was woken: its own trouble, which holds up nobody else.
    if (isDue && job.attempts <= 1) return false
    return jobs.wake(tx, deliver, jobKey(row))
  }

  /** False: none of them has a job that could go first. */
  async function wakeAll(tx: Tx, rows: readonly DeliveryRecord[]): Promise<boolean> {
    const now = iso(clock.now())
    let areComing = false
    for (const row of rows) {
      const isDue = row.next_attempt_at !== null && row.next_attempt_at <= now
      if (await isComing(tx, row, isDue, now)) areComing = true
      if (!isDue) await changeDelivery(tx, row.id, ['retry'], { next_attempt_at: now, updated_at: now })
    }
    return areComing
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
    return listUndelivered(db, { instance_id, tried_before: triedBefore(), limit: AT_ONCE })
  }

  return {
    list,

    /** The manager answered: whatever waits for it is due. */
    async hurry(tx: Tx, instance_id: string): Promise<void> {
      await wakeAll(tx, await list(tx, instance_id))
    },

    /**
     * Steps back behind earlier requests that were held up, once the manager is known to answer. A fault: it
     * does not, which is what this attempt came to.
     */
    async takeTurn(
      run: Parameters<JobHandler<DeliveryKey>>[0],
      request: RequestRecord,
      instance: InstanceRecord | undefined,
    ): Promise<Turn> {
      if (!instance || (await earlier(request, 1)).length === 0) return { kind: 'go' }
      try {
        await parts.probe(instance, run.signal)
      } catch (error) {
        if (error instanceof UpstreamFault) return { kind: 'go', fault: error }
        throw error
      }
      const rows = await earlier(request, AT_ONCE)
      return database.transaction(async tx => {
        if (!(await wakeAll(tx, rows))) return { kind: 'go' }
        // Behind all of them, also where a later approval gave an earlier request the later job.
        return run.lease.conclude(tx, again(new Date(clock.now().getTime() + 1)))
      })
    },
  }
}

export type OutageQueue = ReturnType<typeof createOutageQueue>
