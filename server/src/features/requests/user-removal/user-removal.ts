import type { Database, Tx } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { planOwnershipTransfer } from './user-removal-rules.ts'
import { listConcerned } from './user-removal-store.ts'
import { findRequests, updateRequest } from '../store/request-store.ts'
import { listSubscriptions } from '../store/subscription-store.ts'

/**
 * Before a user is removed: shared book work passes to another subscriber, each of whom keeps the own charges
 * (1:4.9.4); work that was theirs alone ends, so that no job outlives what it is about.
 */
export function createOwnershipTransfer(parts: {
  database: Pick<Database, 'alsoLock'>
  clock: Clock
  deliveries: Pick<Deliveries, 'cancel' | 'statesOf'>
}) {
  const { database, clock, deliveries } = parts
  return async function handOver(tx: Tx, user_id: number): Promise<void> {
    // Whoever removes a user holds the lock of users; what becomes of their requests is decided under this one.
    await database.alsoLock(tx, 'requests')
    const ids = await listConcerned(tx, user_id)
    const subscriptions = Map.groupBy(await listSubscriptions(tx, ids), one => one.request_id)
    const states = await deliveries.statesOf(tx, ids)
    for (const { id, user_id: owner } of await findRequests(tx, ids)) {
      const people = subscriptions.get(id) ?? []
      const plan = planOwnershipTransfer({ owner, leaver: user_id }, people, states.get(id) ?? [])
      if (plan.abandoned.length > 0) await deliveries.cancel(tx, id, plan.abandoned)
      if (plan.heir !== null)
        await updateRequest(tx, id, { user_id: plan.heir, updated_at: iso(clock.now()) })
    }
  }
}
