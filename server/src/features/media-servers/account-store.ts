import type { Role } from '@foyer/contract/permissions'
import type { Insertable, Selectable } from 'kysely'
import type { Flag } from '#db/column-types.ts'
import type { Db, Tx } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { Refusal } from '#kit/refusal.ts'

type Row = Selectable<Tables['media_server_accounts']>

/** The account of a user on a media server, as Foyer knows it. */
export interface AccountRecord extends Omit<Row, BooleanColumn> {
  created_by_app: boolean
  manage_access: boolean
  disabled: boolean
  administrator: boolean
  access_sync_pending: boolean
  removed_by_app: boolean
}
type BooleanColumn =
  | 'created_by_app'
  | 'manage_access'
  | 'disabled'
  | 'administrator'
  | 'access_sync_pending'
  | 'removed_by_app'

/** A user on one server. */
export interface AccountKey {
  user_id: number
  instance_id: string
}

function fromRow(row: Row): AccountRecord {
  return {
    ...row,
    created_by_app: row.created_by_app === 1,
    manage_access: row.manage_access === 1,
    disabled: row.disabled === 1,
    administrator: row.administrator === 1,
    access_sync_pending: row.access_sync_pending === 1,
    removed_by_app: row.removed_by_app === 1,
  }
}

const flag = (value: boolean): Flag => (value ? 1 : 0)

export async function findAccount(db: Db, key: AccountKey): Promise<AccountRecord | null> {
  const row = await db
    .selectFrom('media_server_accounts')
    .selectAll()
    .where('user_id', '=', key.user_id)
    .where('instance_id', '=', key.instance_id)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

export async function accountsOfUser(db: Db, user_id: number): Promise<AccountRecord[]> {
  const rows = await db
    .selectFrom('media_server_accounts')
    .selectAll()
    .where('user_id', '=', user_id)
    .execute()
  return rows.map(fromRow)
}

export async function accountsOfInstance(db: Db, instance_id: string): Promise<AccountRecord[]> {
  const rows = await db
    .selectFrom('media_server_accounts')
    .selectAll()
    .where('instance_id', '=', instance_id)
    .execute()
  return rows.map(fromRow)
}

/** With the name and role of their users. */
export async function allAccounts(db: Db): Promise<(AccountRecord & { username: string; role: Role })[]> {
  const rows = await db
    .selectFrom('media_server_accounts')
    .innerJoin('users', 'users.id', 'media_server_accounts.user_id')
    .selectAll('media_server_accounts')
    .select(['users.username', 'users.role'])
    .orderBy('users.username_key')
    .orderBy('media_server_accounts.instance_id')
    .execute()
  return rows.map(({ username, role, ...row }) => ({ ...fromRow(row), username, role }))
}

/** The link of an account of that server; its name says nothing about whose it is. */
export async function accountByRemoteId(
  db: Db,
  instance_id: string,
  remote_user_id: string,
): Promise<AccountRecord | null> {
  const row = await db
    .selectFrom('media_server_accounts')
    .selectAll()
    .where('instance_id', '=', instance_id)
    .where('remote_user_id', '=', remote_user_id)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

/** Whose account this is, if it is linked by one of these ids. */
export async function holderOf(
  db: Db,
  instance_id: string,
  ...remote_user_ids: readonly string[]
): Promise<number | undefined> {
  const row = await db
    .selectFrom('media_server_accounts')
    .select('user_id')
    .where('instance_id', '=', instance_id)
    .where('remote_user_id', 'in', remote_user_ids)
    .executeTakeFirst()
  return row?.user_id
}

/**
 * Refuses an account that somebody else links at the same moment. One that somebody has again is no longer to be
 * switched off for its former user.
 */
export async function insertAccount(tx: Tx, account: AccountRecord): Promise<void> {
  const row: Insertable<Tables['media_server_accounts']> = {
    ...account,
    created_by_app: flag(account.created_by_app),
    manage_access: flag(account.manage_access),
    disabled: flag(account.disabled),
    administrator: flag(account.administrator),
    access_sync_pending: flag(account.access_sync_pending),
    removed_by_app: flag(account.removed_by_app),
  }
  const inserted = await tx
    .insertInto('media_server_accounts')
    .values(row)
    .onConflict(conflict => conflict.columns(['instance_id', 'remote_user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!inserted) throw new Refusal('remote_already_linked')
  await tx
    .deleteFrom('media_server_removals')
    .where('instance_id', '=', account.instance_id)
    .where('remote_user_id', '=', account.remote_user_id)
    .execute()
}

type Change = Partial<
  Pick<AccountRecord, Exclude<BooleanColumn, 'created_by_app'> | 'remote_username' | 'invited_at'>
>

export async function changeAccount(tx: Tx, key: AccountKey, change: Change): Promise<void> {
  const { remote_username, invited_at, ...flags } = change
  const set = Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, flag(value)]))
  await tx
    .updateTable('media_server_accounts')
    .set({
      ...set,
      ...(remote_username !== undefined && { remote_username }),
      ...(invited_at !== undefined && { invited_at }),
    })
    .where('user_id', '=', key.user_id)
    .where('instance_id', '=', key.instance_id)
    .execute()
}

/** False: there was none. */
export async function deleteAccount(tx: Tx, key: AccountKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('media_server_accounts')
    .where('user_id', '=', key.user_id)
    .where('instance_id', '=', key.instance_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Owes a change to the managed accounts among these; the others are left alone (2:3). Also to those of administrators:
 * the server refuses while they are, and applies it once they no longer are.
 */
export async function markOwed(
  tx: Tx,
  instance_id: string,
  user_ids: readonly number[],
): Promise<AccountKey[]> {
  if (user_ids.length === 0) return []
  return tx
    .updateTable('media_server_accounts')
    .set({ access_sync_pending: 1 })
    .where('instance_id', '=', instance_id)
    .where('user_id', 'in', user_ids)
    .where('manage_access', '=', 1)
    .returning(['user_id', 'instance_id'])
    .execute()
}

/**
 * 2:4.13.4: what is owed, and what disagrees with the grant, which accounts of administrators may (2:3). A pin is a
 * grant (1/4.12); admins have every instance.
 */
export async function owedAccounts(db: Db): Promise<AccountKey[]> {
  return db
    .selectFrom('media_server_accounts as account')
    .innerJoin('users', 'users.id', 'account.user_id')
    .innerJoin('instances', 'instances.id', 'account.instance_id')
    .leftJoin('instance_grants as grant', join =>
      join
        .onRef('grant.user_id', '=', 'account.user_id')
        .onRef('grant.instance_id', '=', 'account.instance_id'),
    )
    .leftJoin('instance_pins as pin', join =>
      join.onRef('pin.user_id', '=', 'account.user_id').onRef('pin.instance_id', '=', 'account.instance_id'),
    )
    .select(['account.user_id', 'account.instance_id'])
    .where('account.manage_access', '=', 1)
    .where(eb => {
      const granted = eb.or([
        eb('users.role', '=', 'admin'),
        eb('grant.user_id', 'is not', null),
        eb('pin.user_id', 'is not', null),
      ])
      return eb.or([
        eb('account.access_sync_pending', '=', 1),
        // A share that somebody else removed is not sent again, so it is not owed (2:4.13.1).
        eb.and([
          eb('account.administrator', '=', 0),
          eb('account.disabled', '=', 1),
          granted,
          eb.or([eb('instances.service_type', '!=', 'invite_server'), eb('account.removed_by_app', '=', 1)]),
        ]),
        eb.and([eb('account.administrator', '=', 0), eb('account.disabled', '=', 0), eb.not(granted)]),
      ])
    })
    .execute()
}

export async function suppressLinking(tx: Tx, key: AccountKey): Promise<void> {
  await tx
    .insertInto('media_server_suppressions')
    .values({ user_id: key.user_id, instance_id: key.instance_id })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function allowLinking(tx: Tx, key: AccountKey): Promise<void> {
  await tx
    .deleteFrom('media_server_suppressions')
    .where('user_id', '=', key.user_id)
    .where('instance_id', '=', key.instance_id)
    .execute()
}

/** The instances on which nothing links this user by itself. */
export async function suppressedInstances(db: Db, user_id: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('media_server_suppressions')
    .select('instance_id')
    .where('user_id', '=', user_id)
    .execute()
  return new Set(rows.map(row => row.instance_id))
}
