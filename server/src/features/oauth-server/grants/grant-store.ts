import type { Selectable } from 'kysely'
import { defineQuery } from '#db/compiled-query.ts'
import type { Db, Tx } from '#db/database.ts'
import type { ToolGrantsTable } from '../oauth-server-tables.ts'

export type GrantRow = Selectable<ToolGrantsTable>

const callerOf = defineQuery((db, { device_id }: { device_id: string }) =>
  db
    .selectFrom('tool_grants')
    .innerJoin('devices', 'devices.id', 'tool_grants.device_id')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select([
      'devices.id as device_id',
      'devices.client_name',
      'devices.device_name',
      'devices.last_seen_at',
      'tool_grants.client_id',
      'users.id as user_id',
      'users.username',
      'users.role',
    ])
    .where('devices.id', '=', device_id)
    .where('devices.kind', '=', 'tool'),
)

/** The live grant with its person. */
export async function findToolCaller(db: Db, device_id: string) {
  const [row] = await callerOf(db, { device_id })
  return row
}

/** The person of a device that waits for its grant, or has one. */
export async function findToolOwner(db: Db, device_id: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('devices')
    .select('user_id')
    .where('id', '=', device_id)
    .where('kind', '=', 'tool')
    .executeTakeFirst()
  return row?.user_id
}

export async function insertGrant(tx: Tx, grant: GrantRow): Promise<void> {
  await tx.insertInto('tool_grants').values(grant).execute()
}

export async function findGrant(db: Db, device_id: string): Promise<GrantRow | undefined> {
  return db.selectFrom('tool_grants').selectAll().where('device_id', '=', device_id).executeTakeFirst()
}

export async function findGrantByCode(db: Db, code_hash: string): Promise<GrantRow | undefined> {
  return db.selectFrom('tool_grants').selectAll().where('code_hash', '=', code_hash).executeTakeFirst()
}

export type Rotation = Pick<
  GrantRow,
  'refresh_hash' | 'refresh_expires_at' | 'previous_hash' | 'rotated_at' | 'latest_tokens'
>

/** False when the grant ended in the meantime. */
export async function rotateGrant(tx: Tx, device_id: string, rotation: Rotation): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('tool_grants')
    .set(rotation)
    .where('device_id', '=', device_id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Devices of consents whose code nobody exchanged in time. Returns the number. */
export async function deleteUnopenedDevices(tx: Tx, consented_before: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('devices')
    .where('kind', '=', 'tool')
    .where('created_at', '<=', consented_before)
    .where('id', 'not in', tx.selectFrom('tool_grants').select('device_id'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns the number. */
export async function deleteExpiredGrants(tx: Tx, now: string): Promise<number> {
  const expired = tx.selectFrom('tool_grants').select('device_id').where('refresh_expires_at', '<=', now)
  const { numDeletedRows } = await tx.deleteFrom('devices').where('id', 'in', expired).executeTakeFirst()
  return Number(numDeletedRows)
}
