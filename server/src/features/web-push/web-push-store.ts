import type { Db, Tx } from '#db/database.ts'

export interface NewSubscription {
  user_id: number
  device_id: string
  endpoint: string
  endpoint_hash: string
  p256dh: string
  auth_box: string
  created_at: string
}

export interface SubscriptionRow {
  id: number
  user_id: number
  device_id: string
  endpoint: string
  endpoint_hash: string
  p256dh: string
  auth_box: string
}

const KEYS = ['id', 'user_id', 'device_id', 'endpoint', 'endpoint_hash', 'p256dh', 'auth_box'] as const

/** The owner of this device; undefined: there is none. */
/**
 * One subscription per browser: an older one of the same device is deleted, and one that another device had now
 * belongs to this browser. Repeating it keeps the known state.
 */
export async function saveSubscription(tx: Tx, subscription: NewSubscription): Promise<void> {
  const { user_id, device_id, endpoint, endpoint_hash, p256dh, auth_box } = subscription
  await tx
    .deleteFrom('web_push_subscriptions')
    .where(eb =>
      eb.or([
        eb.and([eb('device_id', '=', device_id), eb('endpoint_hash', '!=', endpoint_hash)]),
        eb.and([eb('device_id', '!=', device_id), eb('endpoint_hash', '=', endpoint_hash)]),
      ]),
    )
    .execute()
  await tx
    .insertInto('web_push_subscriptions')
    .values({ ...subscription, last_delivered_at: null, failing_since: null, last_error: null })
    .onConflict(conflict =>
      conflict.column('endpoint_hash').doUpdateSet({ user_id, device_id, endpoint, p256dh, auth_box }),
    )
    .execute()
}

export async function listBrowsers(db: Db, user_id: number) {
  return db
    .selectFrom('web_push_subscriptions')
    .innerJoin('devices', 'devices.id', 'web_push_subscriptions.device_id')
    .select([
      'web_push_subscriptions.device_id',
      'devices.device_name',
      'web_push_subscriptions.created_at',
      'web_push_subscriptions.last_delivered_at',
      'web_push_subscriptions.failing_since',
    ])
    .where('web_push_subscriptions.user_id', '=', user_id)
    .orderBy('web_push_subscriptions.id')
    .execute()
}

export async function findSubscription(
  db: Db,
  { user_id, device_id }: { user_id: number; device_id: string },
): Promise<SubscriptionRow | undefined> {
  return db
    .selectFrom('web_push_subscriptions')
    .select(KEYS)
    .where('device_id', '=', device_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

export async function subscriptionsOf(db: Db, user_ids: readonly number[]): Promise<SubscriptionRow[]> {
  if (user_ids.length === 0) return []
  return db
    .selectFrom('web_push_subscriptions')
    .select(KEYS)
    .where('user_id', 'in', user_ids)
    .orderBy('id')
    .execute()
}

export async function deleteOfDevice(tx: Tx, user_id: number, device_id: string): Promise<void> {
  await tx
    .deleteFrom('web_push_subscriptions')
    .where('user_id', '=', user_id)
    .where('device_id', '=', device_id)
    .execute()
}

export async function deleteSubscription(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('web_push_subscriptions').where('id', '=', id).execute()
}

export async function noteDelivered(tx: Tx, id: number, at: string): Promise<void> {
  await tx
    .updateTable('web_push_subscriptions')
    .set({ last_delivered_at: at, failing_since: null, last_error: null })
    .where('id', '=', id)
    .execute()
}

/** The first of consecutive failures sets the date. */
export async function noteFailed(tx: Tx, id: number, failure: { at: string; reason: string }): Promise<void> {
  await tx
    .updateTable('web_push_subscriptions')
    .set(eb => ({
      failing_since: eb.fn.coalesce('failing_since', eb.val(failure.at)),
      last_error: failure.reason,
    }))
    .where('id', '=', id)
    .execute()
}
