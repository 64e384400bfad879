import { MAX_ROW_ID } from '@foyer/contract/primitives'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery } from '#db/compiled-query.ts'
import type { Tables } from '#db/tables.ts'
import { Refusal } from '#kit/refusal.ts'
import { originFrom, type SessionOrigin } from './session-origin.ts'
import { usernameKey } from './session-rules.ts'
import type { DevicesTable } from './sessions-tables.ts'

export type UserRow = Selectable<Tables['users']>

export type NewDevice = Omit<Selectable<DevicesTable>, 'client_name'> & { client_name?: string }

/** A device with its user; every request is checked against it (R4). */
export interface SessionRow {
  device_id: string
  user_id: number
  username: string
  role: 'admin' | 'user'
  last_seen_at: string
}

export async function countUsers(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('users')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function insertUser(tx: Tx, user: Omit<UserRow, 'id'>): Promise<UserRow> {
  return tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow()
}

export async function findUserByKey(db: Db, username_key: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('username_key', '=', username_key).executeTakeFirst()
}

/** By order of creation; becoming an admin later does not make an account older. */
export async function findOldestAdmin(db: Db): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('role', '=', 'admin')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  // PostgreSQL refuses to compare with a number that its column cannot hold.
  if (id > MAX_ROW_ID) return undefined
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function existingUser(db: Db, id: number): Promise<UserRow> {
  const user = await findUser(db, id)
  if (!user) throw new Refusal('not_found')
  return user
}

/** The same user and hardware reuse the row, and the old refresh token becomes invalid (1/4.1). */
export async function upsertDevice(tx: Tx, device: NewDevice): Promise<string> {
  const row = await tx
    .insertInto('devices')
    .values(device)
    .onConflict(conflict =>
      conflict.columns(['user_id', 'hardware_id']).doUpdateSet({
        device_name: device.device_name,
        refresh_hash: device.refresh_hash,
        last_seen_at: device.last_seen_at,
        began_with: device.began_with,
        began_issuer: device.began_issuer,
        began_subject: device.began_subject,
        provider_session: device.provider_session,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const sessionOf = defineQuery((db, { device_id }: { device_id: string }) =>
  sessions(db).where('devices.id', '=', device_id),
)

export async function findSession(db: Db, device_id: string): Promise<SessionRow | undefined> {
  const [row] = await sessionOf(db, { device_id })
  return row
}

export async function findSessions(db: Db, device_ids: readonly string[]): Promise<SessionRow[]> {
  return sessions(db).where('devices.id', 'in', device_ids).execute()
}

export async function findSessionByRefresh(db: Db, refresh_hash: string): Promise<SessionRow | undefined> {
  return sessions(db).where('devices.refresh_hash', '=', refresh_hash).executeTakeFirst()
}

function sessions(db: Db) {
  return db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .select([
      'devices.id as device_id',
      'users.id as user_id',
      'users.username',
      'users.role',
      'devices.last_seen_at',
    ])
}

/** R13: only a device that never had an opaque token may exchange its old one, and only once. */
export async function adoptOpaqueRefresh(tx: Tx, device_id: string, refresh_hash: string): Promise<boolean> {
  const result = await tx
    .updateTable('devices')
    .set({ refresh_hash })
    .where('id', '=', device_id)
    .where('kind', '=', 'app')
    .where('refresh_hash', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function touchDevice(tx: Tx, device_id: string, last_seen_at: string): Promise<void> {
  await tx.updateTable('devices').set({ last_seen_at }).where('id', '=', device_id).execute()
}

/** False: there is no such device. */
export async function deleteDevice(tx: Tx, device_id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('devices').where('id', '=', device_id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function devicesOf(db: Db, user_id: number): Promise<Selectable<DevicesTable>[]> {
  return db
    .selectFrom('devices')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

export interface DeviceFilter {
  user_id?: number | undefined
  /** Words of the person or the device; every one must be there. */
  text?: string | undefined
}

/** The devices of everybody or of one person with their owners, most recently used first. */
export async function pageDevices(
  db: Db,
  { offset, limit, ...filter }: DeviceFilter & { offset: number; limit: number },
) {
  return devicesWithOwners(db, filter)
    .select(['devices.id', 'devices.user_id', 'users.username', 'devices.device_name', 'devices.client_name'])
    .select(['devices.kind', 'devices.created_at', 'devices.last_seen_at'])
    .orderBy('devices.last_seen_at', 'desc')
    .orderBy('devices.id')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countDevices(db: Db, filter: DeviceFilter): Promise<number> {
  const { total } = await devicesWithOwners(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

function devicesWithOwners(db: Db, { user_id, text = '' }: DeviceFilter) {
  const named = sql<string>`lower(users.username || ' ' || devices.device_name || ' ' || coalesce(devices.client_name, ''))`
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  let query = db
    .selectFrom('devices')
    .innerJoin('users', 'users.id', 'devices.user_id')
    .$if(user_id !== undefined, all => all.where('devices.user_id', '=', user_id ?? 0))
  for (const word of words) query = query.where(sql<boolean>`${named} like ${containing(word)} escape '!'`)
  return query
}

function containing(word: string): string {
  return `%${word.replaceAll(/[!%_]/g, sign => `!${sign}`)}%`
}

/** Deletes one person's devices: all, one of them, or all but one. Returns the number. */
export async function deleteDevicesOf(
  tx: Tx,
  user_id: number,
  which: { only?: string; but?: string } = {},
): Promise<number> {
  const { only, but } = which
  const { numDeletedRows } = await tx
    .deleteFrom('devices')
    .where('user_id', '=', user_id)
    .$if(only !== undefined, query => query.where('id', '=', only ?? ''))
    .$if(but !== undefined, query => query.where('id', '!=', but ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function ownerOfDevice(db: Db, device_id: string): Promise<number | undefined> {
  const row = await db.selectFrom('devices').select('user_id').where('id', '=', device_id).executeTakeFirst()
  return row?.user_id
}

/** How the session of this device began. */
export async function findSessionOrigin(db: Db, device_id: string): Promise<SessionOrigin | null> {
  const row = await db.selectFrom('devices').selectAll().where('id', '=', device_id).executeTakeFirst()
  return row ? originFrom(row) : null
}

/** Sessions by the way they began. Every given field must match. */
export interface SessionsBegun {
  method: SessionOrigin['method']
  issuer?: string
  subject?: string
  provider_session?: string
  user_id?: number
  /** This device stays signed in. */
  but?: string
}

/** Returns the number. */
export async function deleteSessionsBegun(tx: Tx, begun: SessionsBegun): Promise<number> {
  const { method, issuer, subject, provider_session, user_id, but } = begun
  const { numDeletedRows } = await tx
    .deleteFrom('devices')
    .where('began_with', '=', method)
    .$if(issuer !== undefined, query => query.where('began_issuer', '=', issuer ?? ''))
    .$if(subject !== undefined, query => query.where('began_subject', '=', subject ?? ''))
    .$if(provider_session !== undefined, query =>
      query.where('provider_session', '=', provider_session ?? ''),
    )
    .$if(user_id !== undefined, query => query.where('user_id', '=', user_id ?? 0))
    .$if(but !== undefined, query => query.where('id', '!=', but ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The sessions of everybody but admins that began otherwise than by `method` (2/4.4). Returns the number. */
export async function deleteOtherSessionsOfUsers(tx: Tx, method: SessionOrigin['method']): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('devices')
    .where('began_with', '!=', method)
    .where('user_id', 'in', tx.selectFrom('users').select('id').where('role', '!=', 'admin'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Admins who can sign in with a password, even when every other service is away. */
export async function findLocalAdmins(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('password_enabled', '=', 1)
    .where('password_hash', 'is not', null)
    .execute()
  return rows.map(row => row.id)
}

export async function setPasswordHash(tx: Tx, user_id: number, password_hash: string): Promise<void> {
  await tx.updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
}

/** Every account but the first admin starts like this: sign-in by link only, no included AI (1/4.1). */
export async function insertPlainUser(tx: Tx, username: string, created_at: string): Promise<UserRow> {
  return insertUser(tx, {
    username,
    username_key: usernameKey(username),
    role: 'user',
    password_hash: null,
    password_enabled: 0,
    passkey_enabled: 0,
    ai_shared_enabled: 0,
    invite_email: '',
    created_at,
  })
}
