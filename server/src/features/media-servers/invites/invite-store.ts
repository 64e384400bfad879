import { defineQuery, inList } from '#db/compiled-query.ts'
import type { Db } from '#db/database.ts'
import type { AccountKey } from '../account-store.ts'

/**
 * 2:4.13.1: people who shared an address and have a grant, but neither an invite nor a share, or one that Foyer sent to
 * an earlier address (`hasEarlierAddress`). Nothing is sent by itself where an admin unlinked somebody (2:3). A pin is a
 * grant (1/4.12); admins have every instance.
 */
export async function owedInvites(db: Db): Promise<AccountKey[]> {
  return db
    .selectFrom('users')
    .innerJoin('instances', join => join.on('instances.service_type', '=', 'invite_server'))
    .leftJoin('instance_grants as grant', join =>
      join.onRef('grant.user_id', '=', 'users.id').onRef('grant.instance_id', '=', 'instances.id'),
    )
    .leftJoin('instance_pins as pin', join =>
      join.onRef('pin.user_id', '=', 'users.id').onRef('pin.instance_id', '=', 'instances.id'),
    )
    .leftJoin('media_server_accounts as account', join =>
      join.onRef('account.user_id', '=', 'users.id').onRef('account.instance_id', '=', 'instances.id'),
    )
    .leftJoin('media_server_suppressions as suppressed', join =>
      join.onRef('suppressed.user_id', '=', 'users.id').onRef('suppressed.instance_id', '=', 'instances.id'),
    )
    .select(['users.id as user_id', 'instances.id as instance_id'])
    .where('users.invite_email', '!=', '')
    .where(eb =>
      eb.or([
        eb('users.role', '=', 'admin'),
        eb('grant.user_id', 'is not', null),
        eb('pin.user_id', 'is not', null),
      ]),
    )
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
    .orderBy('users.id')
    .orderBy('instances.id')
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
