import type { Tx } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import type { Quotas } from '#features/request-quotas/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { RequestFormat, RequestRecord } from '#ports/request-record.ts'
import type { Asker } from './request-store.ts'
import { canJoin } from './sameness-rules.ts'
import { listSubscriptions, subscribe } from './subscription-store.ts'
import { unitsOf } from './unit-rules.ts'

interface Joining {
  asker: Asker
  formats: readonly RequestFormat[]
  needs_approval: boolean
}

/** C2, 1:4.8.3: the work is shared, the formats and the charges are each subscriber's own. */
export function createBookJoining(parts: {
  clock: Clock
  quotas: Pick<Quotas, 'charge' | 'begin'>
  deliveries: Pick<Deliveries, 'open' | 'begun' | 'statesOf'>
}) {
  const { clock, quotas, deliveries } = parts

  /** Their own part of it: wanted by them and paid by them. */
  async function add(tx: Tx, request: RequestRecord, asker: Asker, formats: readonly RequestFormat[]) {
    const { id: request_id } = request
    const { user_id } = asker
    await subscribe(tx, { request_id, user_id, formats, created_at: iso(clock.now()) })
    await quotas.charge(tx, asker, request_id, unitsOf(request, formats))
    // 1:4.9.4: whoever joins what has begun is not given back what may be on its way.
    for (const format of await deliveries.begun(tx, request_id, formats))
      await quotas.begin(tx, { request_id, format })
  }

  /** Among the open requests of that book; undefined: none of them takes this person in. */
  return async function joinBook(
    tx: Tx,
    open: readonly RequestRecord[],
    { asker, formats, needs_approval }: Joining,
  ): Promise<RequestRecord | undefined> {
    const states = await deliveries.statesOf(
      tx,
      open.map(request => request.id),
    )
    const work = (request: RequestRecord) => ({ request, deliveries: states.get(request.id) ?? [] })
    const request = open.find(one => canJoin(work(one), formats, needs_approval))
    if (!request) return undefined
    const held = (await listSubscriptions(tx, [request.id]))
      .filter(one => one.user_id === asker.user_id && one.cancelled_at === null)
      .map(one => one.format)
    const added = formats.filter(format => !held.includes(format))
    if (added.length === 0) return request
    await add(tx, request, asker, added)
    const unopened = added.filter(format => !work(request).deliveries.some(one => one.format === format))
    const first = request.decision === 'pending' ? 'approval' : 'queued'
    if (unopened.length > 0) await deliveries.open(tx, request, unopened, first)
    return request
  }
}
