import type { Role } from '@foyer/contract/permissions'
import type { Db, Tx } from '#db/database.ts'

export interface FeedOwner {
  user_id: number
  role: Role
}

/** One link per person: a newer one replaces the older. */
export async function saveFeed(
  tx: Tx,
  feed: { user_id: number; token_hash: string; created_at: string },
): Promise<void> {
  const { user_id, ...fields } = feed
  await tx
    .insertInto('calendar_feeds')
    .values({ user_id, ...fields })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet(fields))
    .execute()
}

export async function findFeed(db: Db, user_id: number): Promise<{ created_at: string } | undefined> {
  return db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** The owner of this link, as stored now. Undefined: unknown, replaced, revoked, or the owner is gone. */
export async function findFeedOwner(db: Db, token_hash: string): Promise<FeedOwner | undefined> {
  return db
    .selectFrom('calendar_feeds')
    .innerJoin('users', 'users.id', 'calendar_feeds.user_id')
    .select(['users.id as user_id', 'users.role'])
    .where('calendar_feeds.token_hash', '=', token_hash)
    .executeTakeFirst()
}

export async function deleteFeed(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('calendar_feeds').where('user_id', '=', user_id).execute()
}
