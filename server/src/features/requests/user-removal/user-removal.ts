import type { Database, Tx } from '#db/database.ts'
import type { Deliveries } from '#features/deliveries/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { planOwnershipTransfer } from './user-removal-rules.ts'
import { listConcerned } from './user-removal-store.ts'
import { findRequests, updateRequest } from '../store/request-store.ts'
import { listSubscriptions } from '../store/subscription-store.ts'

/**
 * Runs before a user is removed. Shared book work passes to another subscriber, and all keep their own charges
 * (1:4.9.4). Work that only this user wanted ends, so that no job outlives its request.
 */
export function createOwnershipTransfer(parts: {
  database: Pick<Database, 'alsoLock'>
  clock: Clock
  deliveries: Pick<Deliveries, 'cancel' | 'statesOf'>
}) {
  const { database, clock, deliveries } = parts
  return async function transferOwnership(tx: Tx, user_id: number): Promise<void> {
    // The caller already holds the lock of users; requests need their own.
    await database.alsoLock(tx, 'requests')
    const ids = await listConcerned(tx, user_id)
    const subscriptions = Map.groupBy(await listSubscriptions(tx, ids), one => one.request_id)
    const states = await deliveries.statesOf(tx, ids)
    for (const { id, user_id: owner } of await findRequests(tx, ids)) {
      const people = subscriptions.get(id) ?? []
      const plan = planOwnershipTransfer({ owner, leaver: user_id }, people, states.get(id) ?? [])
      if (plan.abandoned.length > 0) await deliveries.cancel(tx, id, plan.abandoned)
      if (plan.new_owner !== null)
        await updateRequest(tx, id, { user_id: plan.new_owner, updated_at: iso(clock.now()) })
    }
  }
}
