import { MANAGER_OF } from '@foyer/contract/instances/instance-types'
import type { Db, Tx } from '#db/database.ts'
import type { InstanceRecord, Inventory } from '#features/instances/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import { within } from '#jobs/within.ts'
import type { Clock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { DeliveryOptions } from '#ports/delivery-options.ts'
import type { RequestFormat, RequestRecord } from '#ports/request-record.ts'
import { isInTheWay, namesPlace, unknownChoices } from './approval-rules.ts'
import type { ApprovalChange } from './decision-store.ts'
import type { LiveReader, LiveTitle } from '../dependencies.ts'
import { findOpenRequests, findRequester } from '../store/request-store.ts'
import { subscribersOf } from '../store/subscription-store.ts'

/** How long a decision waits for the other library. What it does not answer is checked by the delivery. */
const LOOK_MS = 5_000

export interface LibraryChangeParts {
  clock: Clock
  inventory: Pick<Inventory, 'find' | 'viewersAmong'>
  quotas: Pick<Quotas, 'move'>
  live: Pick<LiveReader, 'fresh'>
  readDeliveryOptions(instance_id: string): Promise<DeliveryOptions>
}

/** An approval for another library than the requested one, or with a place in it. */
export function createLibraryChange(parts: LibraryChangeParts) {
  const { clock, inventory, quotas, live, readDeliveryOptions } = parts

  async function inTime<T>(work: Promise<T>): Promise<T | null> {
    return (await within(clock, LOOK_MS, work)) ? work : null
  }

  /** Null: the library cannot be read, or is gone. */
  async function optionsOf(instance_id: string): Promise<DeliveryOptions | null> {
    try {
      return await inTime(readDeliveryOptions(instance_id))
    } catch (error) {
      if (error instanceof UpstreamFault) return null
      if (error instanceof Refusal && error.code === 'not_found') return null
      throw error
    }
  }

  /**
   * C59: what an admin names is never silently replaced. What a library that cannot be read lacks stops the delivery.
   */
  async function assertOffered(
    instance_id: string,
    change: ApprovalChange,
    formats: readonly RequestFormat[],
  ): Promise<void> {
    if (!namesPlace(change)) return
    const options = await optionsOf(instance_id)
    const fields = options && unknownChoices(change, options, formats)
    if (fields) throw new Refusal('validation', { fields })
  }

  /** 1:3: every attempt checks the rights of the requester, so a library out of their reach would only end there. */
  async function assertAccess(tx: Tx, request_id: number, instance: InstanceRecord): Promise<void> {
    const user_ids = await subscribersOf(tx, request_id)
    const people = (await Promise.all(user_ids.map(id => findRequester(tx, id)))).filter(
      one => one !== undefined,
    )
    const viewers = await inventory.viewersAmong(tx, instance.id, people)
    if (people.some(one => !viewers.has(one.user_id))) throw new Refusal('requester_without_access')
  }

  /** 1:4.8.3, 1:4.9.2: what intake would have answered with an existing request. Book work is shared by everybody. */
  async function assertNotRequested(tx: Tx, request: RequestRecord, instance: InstanceRecord): Promise<void> {
    const { identity, media_type, user_id } = request
    const same = { identity, instance_id: instance.id }
    const open = await findOpenRequests(tx, same, media_type === 'book' ? undefined : user_id)
    if (open.some(other => isInTheWay(request, other))) throw new Refusal('already_requested')
  }

  /** The named library, which must be of the right kind. */
  async function find(db: Db, { media_type }: RequestRecord, instance_id: string): Promise<InstanceRecord> {
    const instance = await inventory.find(db, instance_id)
    if (!instance) throw new Refusal('instance_not_found')
    if (instance.service_type !== MANAGER_OF[media_type]) throw new Refusal('wrong_service_type')
    return instance
  }

  return {
    find,

    assertOffered,

    /** Looks at the other library. One that cannot be read refuses nothing: unknown is not absent. */
    async look(
      instance: InstanceRecord,
      title: LiveTitle,
      change: ApprovalChange,
      formats: readonly RequestFormat[],
    ): Promise<void> {
      const [seen] = await Promise.all([
        inTime(live.fresh(instance, title)),
        assertOffered(instance.id, change, formats),
      ])
      if (seen?.known && seen.status === 'available') throw new Refusal('already_in_library')
    },

    /** The request in the other library, with its charges. Quality and folder of the first one mean nothing there. */
    async move(tx: Tx, request: RequestRecord, instance_id: string): Promise<RequestRecord> {
      const instance = await find(tx, request, instance_id)
      await assertAccess(tx, request.id, instance)
      await assertNotRequested(tx, request, instance)
      await quotas.move(tx, request.id, instance_id)
      const { name: instance_name } = instance
      return { ...request, instance_id, instance_name, quality_profile_id: null, root_folder: null }
    },
  }
}

export type LibraryChange = ReturnType<typeof createLibraryChange>
