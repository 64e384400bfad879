import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { AccountKey } from './account-store.ts'

/** A creation that was begun and may have left an account behind. */
export interface Attempt extends AccountKey {
  id: string
  remote_username: string
  known_ids: readonly string[]
  created_at: string
}

const KnownIds = z.array(z.string())

export async function saveAttempt(tx: Tx, { known_ids, ...attempt }: Attempt): Promise<void> {
  const row = { ...attempt, known_ids: JSON.stringify(known_ids) }
  await tx.insertInto('media_server_attempts').values(row).execute()
}

export async function deleteAttempt(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('media_server_attempts').where('id', '=', id).execute()
}

export async function allAttempts(db: Db): Promise<Attempt[]> {
  const rows = await db.selectFrom('media_server_attempts').selectAll().orderBy('created_at').execute()
  return rows.map(row => ({
    ...row,
    known_ids: fromStorage(() => KnownIds.parse(JSON.parse(row.known_ids))),
  }))
}

/** Accounts that are not left over from an attempt: those there before it, and all that are linked by now. */
export async function notLeftOver(db: Db, { instance_id, known_ids }: Attempt): Promise<string[]> {
  const linked = await db
    .selectFrom('media_server_accounts')
    .select('remote_user_id')
    .where('instance_id', '=', instance_id)
    .execute()
  return [...known_ids, ...linked.map(row => row.remote_user_id)]
}

export async function attemptsOf(db: Db, key: AccountKey): Promise<Attempt[]> {
  return (await allAttempts(db)).filter(
    one => one.user_id === key.user_id && one.instance_id === key.instance_id,
  )
}

/** An account that is still to be switched off: of a deleted user, or a share with an old address. */
export interface Removal {
  instance_id: string
  remote_user_id: string
  created_at: string
}

export async function saveRemovals(tx: Tx, removals: readonly Removal[]): Promise<void> {
  if (removals.length === 0) return
  await tx
    .insertInto('media_server_removals')
    .values([...removals])
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function allRemovals(db: Db): Promise<Removal[]> {
  return db.selectFrom('media_server_removals').selectAll().orderBy('created_at').execute()
}

export async function isToBeSwitchedOff(
  db: Db,
  { instance_id, remote_user_id }: Omit<Removal, 'created_at'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('media_server_removals')
    .select('created_at')
    .where('instance_id', '=', instance_id)
    .where('remote_user_id', '=', remote_user_id)
    .executeTakeFirst()
  return row !== undefined
}

/** False: there was none. */
export async function deleteRemoval(
  tx: Tx,
  { instance_id, remote_user_id }: Omit<Removal, 'created_at'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('media_server_removals')
    .where('instance_id', '=', instance_id)
    .where('remote_user_id', '=', remote_user_id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
