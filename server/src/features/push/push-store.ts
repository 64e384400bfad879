import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { PushTokensTable } from './push-tables.ts'

export type TokenRow = Selectable<PushTokensTable>

export interface NewToken {
  device_id: string
  user_id: number
  platform: 'ios' | 'android'
  token_box: string
  token_hash: string
  now: string
}

/** Marks the token for registration; it replaces the gateway's entry for this device. */
export async function saveToken(tx: Tx, { now, ...token }: NewToken): Promise<void> {
  const { device_id: _, ...fields } = token
  const fresh = { ...fields, registered_at: null, removed_at: null, updated_at: now }
  await tx
    .insertInto('push_tokens')
    .values({ ...token, ...fresh, last_delivered_at: null, created_at: now })
    .onConflict(conflict => conflict.column('device_id').doUpdateSet(fresh))
    .execute()
}

/** One phone, one device: a token that reappears under another device is removed from the old one. */
export async function removeTwins(
  tx: Tx,
  { token_hash, device_id, now }: { token_hash: string; device_id: string; now: string },
): Promise<void> {
  await tx
    .updateTable('push_tokens')
    .set({ removed_at: now, updated_at: now })
    .where('token_hash', '=', token_hash)
    .where('device_id', '!=', device_id)
    .where('removed_at', 'is', null)
    .execute()
}

export async function removeToken(tx: Tx, device_id: string, now: string): Promise<void> {
  await tx
    .updateTable('push_tokens')
    .set({ removed_at: now, updated_at: now })
    .where('device_id', '=', device_id)
    .where('removed_at', 'is', null)
    .execute()
}

/** A token is valid while its device exists and its owner wants alerts; all others are to be removed. */
export async function listLive(db: Db, user_ids?: readonly number[]): Promise<TokenRow[]> {
  if (user_ids?.length === 0) return []
  let query = db
    .selectFrom('push_tokens')
    .innerJoin('devices', join =>
      join
        .onRef('devices.id', '=', 'push_tokens.device_id')
        .onRef('devices.user_id', '=', 'push_tokens.user_id'),
    )
    .selectAll('push_tokens')
    .where('push_tokens.removed_at', 'is', null)
    .orderBy('push_tokens.device_id')
  if (user_ids) query = query.where('push_tokens.user_id', 'in', user_ids)
  return query.execute()
}

/** The fields people see of their own devices. */
export async function listNamed(db: Db, user_id: number) {
  return db
    .selectFrom('push_tokens')
    .innerJoin('devices', join =>
      join
        .onRef('devices.id', '=', 'push_tokens.device_id')
        .onRef('devices.user_id', '=', 'push_tokens.user_id'),
    )
    .select([
      'push_tokens.device_id',
      'devices.device_name',
      'push_tokens.platform',
      'push_tokens.created_at',
      'push_tokens.last_delivered_at',
    ])
    .where('push_tokens.removed_at', 'is', null)
    .where('push_tokens.user_id', '=', user_id)
    .orderBy('push_tokens.created_at')
    .execute()
}

/** Removed by their owners, or left behind by deleted devices and users. */
export async function listGone(db: Db, user_id?: number): Promise<TokenRow[]> {
  let query = db
    .selectFrom('push_tokens')
    .leftJoin('devices', join =>
      join
        .onRef('devices.id', '=', 'push_tokens.device_id')
        .onRef('devices.user_id', '=', 'push_tokens.user_id'),
    )
    .selectAll('push_tokens')
    .where(eb => eb.or([eb('push_tokens.removed_at', 'is not', null), eb('devices.id', 'is', null)]))
    .orderBy('push_tokens.device_id')
  if (user_id !== undefined) query = query.where('push_tokens.user_id', '=', user_id)
  return query.execute()
}

/** Once the gateway has removed it. A token registered again in the meantime stays. */
export async function deleteGone(tx: Tx, { device_id, user_id }: TokenRow): Promise<void> {
  await tx
    .deleteFrom('push_tokens')
    .where('device_id', '=', device_id)
    .where('user_id', '=', user_id)
    .where(eb =>
      eb.or([
        eb('removed_at', 'is not', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('devices')
              .select('devices.id')
              .whereRef('devices.id', '=', 'push_tokens.device_id')
              .whereRef('devices.user_id', '=', 'push_tokens.user_id'),
          ),
        ),
      ]),
    )
    .execute()
}

export async function markRegistered(
  tx: Tx,
  { device_id, token_hash }: Pick<TokenRow, 'device_id' | 'token_hash'>,
  now: string,
): Promise<void> {
  await tx
    .updateTable('push_tokens')
    .set({ registered_at: now })
    .where('device_id', '=', device_id)
    .where('token_hash', '=', token_hash)
    .where('removed_at', 'is', null)
    .execute()
}

/** Clears registrations the gateway no longer has: this person's, or everybody's when absent. */
export async function forgetRegistrations(tx: Tx, user_id?: number): Promise<void> {
  const query = tx.updateTable('push_tokens').set({ registered_at: null })
  await (user_id === undefined ? query : query.where('user_id', '=', user_id)).execute()
}

/** The gateway reports the token as invalid. A token registered since then is a different one. */
export async function pruneTokens(tx: Tx, user_id: number, device_ids: readonly string[]): Promise<void> {
  if (device_ids.length === 0) return
  await tx
    .deleteFrom('push_tokens')
    .where('user_id', '=', user_id)
    .where('device_id', 'in', device_ids)
    .where('registered_at', 'is not', null)
    .execute()
}

export async function markDelivered(
  tx: Tx,
  user_id: number,
  device_ids: readonly string[],
  now: string,
): Promise<void> {
  if (device_ids.length === 0) return
  await tx
    .updateTable('push_tokens')
    .set({ last_delivered_at: now })
    .where('user_id', '=', user_id)
    .where('device_id', 'in', device_ids)
    .execute()
}
