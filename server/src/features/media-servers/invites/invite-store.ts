import { defineQuery, inList } from '#db/compiled-query.ts'
import type { Db } from '#db/database.ts'
import type { AccountKey } from '../account-store.ts'

/**
 * 2:4.13.1: people who shared an address and have a grant, but neither an invite nor a share, or one that Foyer sent to
 * an earlier address (`isMovable`). Nothing is sent by itself where an admin unlinked somebody (2:3). Pins count as
 * grants (1/4.12).
 */
export async function owedInvites(db: Db): Promise<AccountKey[]> {
  return db
    .selectFrom('users')
    .innerJoin(
      eb =>
        eb
          .selectFrom('instance_grants')
          .select(['user_id', 'instance_id'])
          .union(eb.selectFrom('instance_pins').select(['user_id', 'instance_id']))
          .as('held'),
      join => join.onRef('held.user_id', '=', 'users.id'),
    )
    .innerJoin('instances', 'instances.id', 'held.instance_id')
    .leftJoin('media_server_accounts as account', join =>
      join
        .onRef('account.user_id', '=', 'held.user_id')
        .onRef('account.instance_id', '=', 'held.instance_id'),
    )
    .leftJoin('media_server_suppressions as suppressed', join =>
      join
        .onRef('suppressed.user_id', '=', 'held.user_id')
        .onRef('suppressed.instance_id', '=', 'held.instance_id'),
    )
    .select(['held.user_id', 'held.instance_id'])
    .where('instances.service_type', '=', 'invite_server')
    .where('users.invite_email', '!=', '')
    .where(eb =>
      eb.or([
        eb('account.user_id', 'is', null),
        eb.and([
          eb('account.created_by_app', '=', 1),
          eb('account.manage_access', '=', 1),
          eb('account.administrator', '=', 0),
          eb('account.remote_user_id', '!=', eb.fn<string>('lower', ['users.invite_email'])),
        ]),
      ]),
    )
    .where('suppressed.user_id', 'is', null)
    .orderBy('held.user_id')
    .orderBy('held.instance_id')
    .execute()
}

/** Read with every user object. */
const liveShares = defineQuery((db, user_ids: readonly number[]) =>
  db
    .selectFrom('media_server_accounts as account')
    .innerJoin('instances', 'instances.id', 'account.instance_id')
    .select(['account.user_id', 'account.invited_at', 'account.created_at'])
    .where('account.user_id', 'in', user_ids)
    .where('instances.service_type', '=', 'invite_server')
    .where('account.disabled', '=', 0)
    .where('account.administrator', '=', 0),
)

/** 1/4.1: since when these users have a share of an invite server. Users without one are absent. */
export async function invitedSince(db: Db, user_ids: readonly number[]): Promise<Map<number, string>> {
  const earliest = new Map<number, string>()
  if (user_ids.length === 0) return earliest
  for (const { user_id, invited_at, created_at } of await liveShares(db, inList(user_ids))) {
    const at = invited_at ?? created_at
    const known = earliest.get(user_id)
    if (known === undefined || at < known) earliest.set(user_id, at)
  }
  return earliest
}
