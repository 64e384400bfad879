import type { Db } from '#db/database.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import { screenTitleOf } from '#kit/screen-title.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { findRequest } from '../store/request-store.ts'
import { ownSubscriptions, type Subscription } from '../store/subscription-store.ts'

export interface OpenedRequest {
  request: RequestRecord
  /** The caller's own subscriptions; empty for an admin reading somebody else's request. */
  own: readonly Subscription[]
  /** The caller's; an admin acts on work that is not theirs. */
  role: Caller['role']
}

/** 1/4.6: to everybody but admins, somebody else's request does not exist. */
export async function openRequest(db: Db, caller: Caller, id: number): Promise<OpenedRequest> {
  const request = await findRequest(db, id)
  if (!request) throw new Refusal('not_found')
  const own = await ownSubscriptions(db, caller.user_id, [id])
  if (own.length === 0 && caller.role !== 'admin') throw new Refusal('not_found')
  return { request, own, role: caller.role }
}

/** C9: a saved request gives a kids account no access to a title outside its limits. */
export async function assertTitle(
  kids: Pick<TitleGate, 'assertAllowed'>,
  caller: Caller,
  request: RequestRecord,
): Promise<void> {
  const title = screenTitleOf(request)
  if (title) await kids.assertAllowed(caller, title)
}
