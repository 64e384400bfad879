import { sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import type { Db } from '#db/database.ts'
import type { InstanceRecord } from '#features/instances/index.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { CourierOutcome } from './couriers/courier.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { ACCESS_LOST, INSTANCE_MISSING } from './rules/delivery-rules.ts'

/** Why an attempt must stop. Thrown from a courier's `begin`, it ends the attempt with that outcome. */
export class AttemptStopped extends Error {
  readonly outcome: CourierOutcome

  constructor(outcome: CourierOutcome) {
    super('This delivery attempt must stop.')
    this.name = 'AttemptStopped'
    this.outcome = outcome
  }
}

type AccessParts = Pick<DeliveryParts, 'inventory' | 'findUser' | 'kids'>

/** 1:3: checks the current rights of the original requester and the current instance. Throws AttemptStopped. */
export async function assertAccess(
  { inventory, findUser }: AccessParts,
  db: Db,
  request: RequestRecord,
): Promise<InstanceRecord> {
  const { user_id, instance_id } = request
  const user = await findUser(db, user_id)
  if (!user) throw new AttemptStopped(ACCESS_LOST)
  if (!(await inventory.find(db, instance_id))) throw new AttemptStopped(INSTANCE_MISSING)
  const visible = await inventory.visibleTo(db, { user_id, role: user.role })
  const instance = visible.find(one => one.id === instance_id)
  if (!instance) throw new AttemptStopped(ACCESS_LOST)
  return instance
}

/** Checks the current policy of a kids account; books and music have no ratings. */
export async function assertWithinLimits(
  { findUser, kids }: AccessParts,
  db: Db,
  { user_id, media_type: kind, tmdb_id }: RequestRecord,
): Promise<void> {
  if ((kind !== 'movie' && kind !== 'tv') || tmdb_id === null) return
  const user = await findUser(db, user_id)
  if (!user) throw new AttemptStopped(ACCESS_LOST)
  try {
    await kids.assertAllowed({ user_id, role: user.role }, { kind, tmdb_id })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'not_found') throw new AttemptStopped(ACCESS_LOST)
    throw new AttemptStopped({
      retry: 'catalog_unavailable',
      message: sayDelivery('limits_unread'),
    })
  }
}
