import type { Role } from '@foyer/contract/permissions'
import type { Device } from '@foyer/contract/users'
import type { Db, Tx } from '#db/database.ts'
import type { UserRow } from '#features/sessions/index.ts'

/** Addresses are compared case-insensitively: no two people share one (1/4.1). */
export async function isEmailOfAnother(db: Db, email: string, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where(eb => eb.fn<string>('lower', ['invite_email']), '=', email.toLowerCase())
    .where('id', '!=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

export async function setInviteEmail(tx: Tx, user_id: number, invite_email: string): Promise<void> {
  await tx.updateTable('users').set({ invite_email }).where('id', '=', user_id).execute()
}

export async function allUsers(db: Db): Promise<UserRow[]> {
  return db.selectFrom('users').selectAll().orderBy('id').execute()
}

export async function deviceCounts(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('devices')
    .select(['user_id', eb => eb.fn.countAll<number>().as('total')])
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(row => [row.user_id, row.total]))
}

export async function passkeyCounts(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['user_id', eb => eb.fn.countAll<number>().as('total')])
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(row => [row.user_id, row.total]))
}

export async function adminIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('users').select('id').where('role', '=', 'admin').execute()
  return rows.map(row => row.id)
}

interface MethodsOfUser {
  user_id: number
  password: boolean
  passkeys: number
}

function methodsOf(db: Db) {
  return db
    .selectFrom('users')
    .select(eb => [
      'id',
      'password_enabled',
      'password_hash',
      'passkey_enabled',
      eb
        .selectFrom('passkeys')
        .select(eb.fn.countAll<number>().as('total'))
        .whereRef('passkeys.user_id', '=', 'users.id')
        .as('passkeys'),
    ])
}

/** Disabled methods do not count. */
function usable(
  row: Awaited<ReturnType<ReturnType<typeof methodsOf>['executeTakeFirstOrThrow']>>,
): MethodsOfUser {
  return {
    user_id: row.id,
    password: row.password_enabled === 1 && row.password_hash !== null,
    passkeys: row.passkey_enabled === 1 ? (row.passkeys ?? 0) : 0,
  }
}

/** Every admin with the methods that can sign them in. */
export async function adminMethods(db: Db): Promise<MethodsOfUser[]> {
  return (await methodsOf(db).where('role', '=', 'admin').execute()).map(usable)
}

export async function userMethods(db: Db, user_id: number): Promise<MethodsOfUser | undefined> {
  const row = await methodsOf(db).where('id', '=', user_id).executeTakeFirst()
  return row && usable(row)
}

export async function setRole(tx: Tx, user_id: number, role: Role): Promise<void> {
  await tx.updateTable('users').set({ role }).where('id', '=', user_id).execute()
}

export async function setUsername(
  tx: Tx,
  user_id: number,
  name: Pick<UserRow, 'username' | 'username_key'>,
): Promise<void> {
  await tx.updateTable('users').set(name).where('id', '=', user_id).execute()
}

export async function setAiAccess(tx: Tx, user_id: number, enabled: boolean): Promise<void> {
  const ai_shared_enabled = enabled ? 1 : 0
  await tx.updateTable('users').set({ ai_shared_enabled }).where('id', '=', user_id).execute()
}

/** Turning it off erases the hash: an unusable password is not worth keeping (1/4.12). */
export async function setPasswordMethod(tx: Tx, user_id: number, enabled: boolean): Promise<void> {
  const change = enabled
    ? { password_enabled: 1 as const }
    : { password_enabled: 0 as const, password_hash: null }
  await tx.updateTable('users').set(change).where('id', '=', user_id).execute()
}

/**
 * Turning it off erases the passkeys. Setup links stay until it is turned on again, so that whoever follows one reads
 * that the method is off (1/4.1); no link outlives that.
 */
export async function setPasskeyMethod(tx: Tx, user_id: number, enabled: boolean): Promise<void> {
  const changed = await tx
    .updateTable('users')
    .set({ passkey_enabled: enabled ? 1 : 0 })
    .where('id', '=', user_id)
    .where('passkey_enabled', '=', enabled ? 0 : 1)
    .executeTakeFirst()
  if (!enabled) await tx.deleteFrom('passkeys').where('user_id', '=', user_id).execute()
  else if (changed.numUpdatedRows > 0n)
    await tx.deleteFrom('passkey_setup_tokens').where('user_id', '=', user_id).execute()
}

/** Devices, passkeys, links, policy, pins and grants are deleted with the row, by their foreign keys. */
export async function deleteUser(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', user_id).execute()
}

export async function allDevices(db: Db): Promise<Device[]> {
  const rows = await db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select([
      'devices.id',
      'devices.user_id',
      'users.username',
      'devices.device_name',
      'devices.kind',
      'devices.client_name',
      'devices.created_at',
      'devices.last_seen_at',
    ])
    .orderBy('devices.last_seen_at', 'desc')
    .orderBy('devices.id')
    .execute()
  return rows.map(({ client_name, ...device }) => ({ ...device, ...(client_name && { client_name }) }))
}

/** False when there is no such device. */
export async function deleteDevice(tx: Tx, device_id: string): Promise<boolean> {
  const result = await tx.deleteFrom('devices').where('id', '=', device_id).executeTakeFirst()
  return result.numDeletedRows > 0n
}
