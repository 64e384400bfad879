import type { Db, Tx } from '#db/database.ts'

export interface Invite {
  user_id: number
  token_hash: string
}

/** A newer link replaces the unredeemed one (1/4.1). */
export async function saveInvite(
  tx: Tx,
  invite: Invite & { created_at: string; expires_at: string },
): Promise<void> {
  const { user_id, ...fields } = invite
  await tx
    .insertInto('connect_tokens')
    .values({ user_id, ...fields })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(fields))
    .execute()
}

/** Undefined for a link that is unknown, used, replaced or expired: the answer is the same for all of them. */
export async function findInvite(db: Db, token_hash: string, now: string): Promise<Invite | undefined> {
  return db
    .selectFrom('connect_tokens')
    .select(['user_id', 'token_hash'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function deleteInvite(tx: Tx, token_hash: string): Promise<void> {
  await tx.deleteFrom('connect_tokens').where('token_hash', '=', token_hash).execute()
}

/** C28: users with an unredeemed, unexpired link. */
export async function pendingInviteIds(db: Db, now: string): Promise<Set<number>> {
  const rows = await db.selectFrom('connect_tokens').select('user_id').where('expires_at', '>', now).execute()
  return new Set(rows.map(row => row.user_id))
}
