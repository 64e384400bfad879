import type { Db, Tx } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { DeliveryRecord, RequestFormat, RequestRecord } from '#ports/request-record.ts'
import type { Requester } from '../store/request-store.ts'
import { canJoin, isSameFormats } from '../select/duplicate-rules.ts'
import { isOpen } from '../follow/request-status-rules.ts'
import { ownSubscriptions, subscribe } from '../store/subscription-store.ts'
import { unitsOf } from '../prepare/unit-rules.ts'

interface Joining<Who = Requester> {
  requester: Who
  formats: readonly RequestFormat[]
  needs_approval: boolean
}

/** C2, 1:4.8.3: the work is shared, the formats and the charges are each subscriber's own. */
export function createBookJoining(parts: {
  clock: Clock
  quotas: Pick<Quotas, 'charge' | 'begin'>
  deliveries: Pick<Deliveries, 'open' | 'lockStates'>
}) {
  const { clock, quotas, deliveries } = parts

  /** Subscribes this person to the formats and charges them. */
  async function add(
    tx: Tx,
    request: RequestRecord,
    requester: Requester,
    formats: readonly RequestFormat[],
  ) {
    const { id: request_id } = request
    const { user_id } = requester
    await subscribe(tx, { request_id, user_id, formats, created_at: iso(clock.now()) })
    await quotas.charge(tx, requester, request_id, unitsOf(request, formats))
  }

  return async function joinBook(
    tx: Tx,
    open: readonly RequestRecord[],
    joining: Joining,
  ): Promise<RequestRecord | undefined> {
    // Locked before anything is charged: a delivery that ends meanwhile gives back only the charges that it sees.
    const found = await findJoin(ids => deliveries.lockStates(tx, ids), tx, open, joining)
    if (!found) return undefined
    const { request, added, states } = found
    if (added.length === 0) return request
    await add(tx, request, joining.requester, added)
    // 1:4.9.4: somebody who joins started work gets no refund, because it may already be on its way.
    for (const { format, began } of states)
      if (began && added.includes(format)) await quotas.begin(tx, { request_id: request.id, format })
    const unopened = added.filter(format => !states.some(one => one.format === format))
    const first = request.decision === 'pending' ? 'approval' : 'queued'
    if (unopened.length > 0) await deliveries.open(tx, request, unopened, first)
    return request
  }
}

type ReadStates = (request_ids: readonly number[]) => Promise<ReadonlyMap<number, readonly DeliveryRecord[]>>

/**
 * Finds the open request of a book that this person made for exactly these formats (1/4.6), or else can join, with the
 * formats they do not hold yet. Undefined: there is none.
 */
export async function findJoin(
  statesOf: ReadStates,
  db: Db,
  open: readonly RequestRecord[],
  { requester, formats, needs_approval }: Joining<Pick<Requester, 'user_id'>>,
) {
  const all = await statesOf(open.map(request => request.id))
  const shared = open
    .map(request => ({ request, deliveries: all.get(request.id) ?? [] }))
    .filter(({ deliveries }) => deliveries.some(isOpen))
  if (shared.length === 0) return undefined
  const subscriptions = await ownSubscriptions(
    db,
    requester.user_id,
    shared.map(({ request }) => request.id),
  )
  const heldOf = ({ id }: RequestRecord) =>
    subscriptions.filter(one => one.request_id === id && one.cancelled_at === null).map(one => one.format)
  const found =
    shared.find(({ request }) => isSameFormats(heldOf(request), formats)) ??
    shared.find(work => canJoin(work, formats, needs_approval))
  if (!found) return undefined
  const held = heldOf(found.request)
  const added = formats.filter(format => !held.includes(format))
  return { request: found.request, added, states: found.deliveries }
}
