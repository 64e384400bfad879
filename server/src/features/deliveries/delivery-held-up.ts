import type { Db, Tx } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import { again, type JobHandler } from '#jobs/index.ts'
import type { Concluded } from '#jobs/lease.ts'
import { iso } from '#kit/clock.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { deliver, jobKey } from './delivery-jobs.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { changeDelivery, type DeliveryKey, listHeldUp } from './delivery-store.ts'

/** Who was tried this recently has had its chance; otherwise two would call each other for ever. */
const JUST_TRIED_MS = 10_000
const AT_ONCE = 200

type Turn = Concluded | { kind: 'go'; fault?: UpstreamFault }

/**
 * When a manager is back, everything that waited for it goes first come, first served, one at a time: its lane
 * serialises, and nobody sits out a delay of hours for a service that answers again.
 */
export function createHeldUp(parts: DeliveryParts) {
  const { database, clock, jobs } = parts
  const triedBefore = () => iso(clock.now().getTime() - JUST_TRIED_MS)

  async function wakeAll(tx: Tx, rows: Awaited<ReturnType<typeof listHeldUp>>): Promise<void> {
    const now = iso(clock.now())
    for (const row of rows) {
      await jobs.wake(tx, deliver, jobKey(row))
      await changeDelivery(tx, row.id, ['retry'], { next_attempt_at: now, updated_at: now })
    }
  }

  function earlier({ id, instance_id }: RequestRecord, limit: number) {
    return listHeldUp(database.read, { instance_id, tried_before: triedBefore(), earlier_than: id, limit })
  }

  function list(db: Db, instance_id: string) {
    return listHeldUp(db, { instance_id, tried_before: triedBefore(), limit: AT_ONCE })
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
        const concluded = await run.lease.conclude(tx, again(clock.now()))
        await wakeAll(tx, rows)
        return concluded
      })
    },
  }
}

export type HeldUpQueue = ReturnType<typeof createHeldUp>
