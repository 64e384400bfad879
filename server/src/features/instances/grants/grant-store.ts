import type { ServiceType } from '@foyer/contract/instances/instance-types'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery } from '#db/compiled-query.ts'
import type { Holdings } from '../instance-rules.ts'

const pinsOf = defineQuery((db, { user_id }: { user_id: number }) =>
  db.selectFrom('instance_pins').select(['service_type', 'instance_id']).where('user_id', '=', user_id),
)
const grantsOf = defineQuery((db, { user_id }: { user_id: number }) =>
  db.selectFrom('instance_grants').select('instance_id').where('user_id', '=', user_id),
)

export async function readHoldings(db: Db, user_id: number): Promise<Holdings> {
  const pins = await pinsOf(db, { user_id })
  const grants = await grantsOf(db, { user_id })
  return {
    pins: Object.fromEntries(pins.map(pin => [pin.service_type, pin.instance_id])),
    grants: new Set(grants.map(grant => grant.instance_id)),
  }
}

/** For many people at once, for the audience of an event. People without any are absent. */
export async function readAllHoldings(db: Db, user_ids: readonly number[]): Promise<Map<number, Holdings>> {
  const found = new Map<number, { pins: Partial<Record<ServiceType, string>>; grants: Set<string> }>(
    user_ids.map(id => [id, { pins: {}, grants: new Set() }]),
  )
  if (user_ids.length === 0) return found
  const pins = await db.selectFrom('instance_pins').selectAll().where('user_id', 'in', user_ids).execute()
  for (const pin of pins) {
    const own = found.get(pin.user_id)
    if (own) own.pins[pin.service_type] = pin.instance_id
  }
  const grants = await db.selectFrom('instance_grants').selectAll().where('user_id', 'in', user_ids).execute()
  for (const grant of grants) found.get(grant.user_id)?.grants.add(grant.instance_id)
  return found
}

export async function findUserIds(db: Db, user_ids: readonly number[]): Promise<number[]> {
  if (user_ids.length === 0) return []
  const rows = await db.selectFrom('users').select('id').where('id', 'in', user_ids).execute()
  return rows.map(row => row.id)
}

export async function replacePins(
  tx: Tx,
  user_id: number,
  pins: readonly { service_type: ServiceType; instance_id: string }[],
): Promise<void> {
  await tx.deleteFrom('instance_pins').where('user_id', '=', user_id).execute()
  if (pins.length === 0) return
  await tx
    .insertInto('instance_pins')
    .values(pins.map(pin => ({ user_id, ...pin })))
    .execute()
}

export interface NewGrant {
  user_id: number
  instance_id: string
  created_at: string
}

export async function insertGrants(tx: Tx, grants: readonly NewGrant[]): Promise<void> {
  if (grants.length === 0) return
  await tx
    .insertInto('instance_grants')
    .values([...grants])
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function deleteGrantsOfUser(
  tx: Tx,
  user_id: number,
  instance_ids: readonly string[],
): Promise<void> {
  if (instance_ids.length === 0) return
  await tx
    .deleteFrom('instance_grants')
    .where('user_id', '=', user_id)
    .where('instance_id', 'in', instance_ids)
    .execute()
}

export async function grantedUsers(db: Db, instance_id: string): Promise<number[]> {
  const rows = await db
    .selectFrom('instance_grants')
    .select('user_id')
    .where('instance_id', '=', instance_id)
    .orderBy('user_id')
    .execute()
  return rows.map(row => row.user_id)
}

export async function deleteGrantsOfInstance(
  tx: Tx,
  instance_id: string,
  user_ids: readonly number[],
): Promise<void> {
  if (user_ids.length === 0) return
  await tx
    .deleteFrom('instance_grants')
    .where('instance_id', '=', instance_id)
    .where('user_id', 'in', user_ids)
    .execute()
}
