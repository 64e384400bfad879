import type { Db } from '#db/database.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { Caller } from '#kit/caller.ts'
import { Refusal } from '#kit/refusal.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { findRequest } from '../store/request-store.ts'
import { ownSubscriptions, type Subscription } from '../store/subscription-store.ts'

export interface OpenedRequest {
  request: RequestRecord
  /** The caller's own part in it; empty for an admin who looks at somebody else's. */
  own: readonly Subscription[]
}

/** 1/4.6: a request of somebody else is no request at all, except for admins. */
export async function openRequest(db: Db, caller: Caller, id: number): Promise<OpenedRequest> {
  const request = await findRequest(db, id)
  if (!request) throw new Refusal('not_found')
  const own = await ownSubscriptions(db, caller.user_id, [id])
  if (own.length === 0 && caller.role !== 'admin') throw new Refusal('not_found')
  return { request, own }
}

/** C9: a saved request does not bring a title back that is outside the limits of a kids account. */
export async function assertTitle(
  kids: Pick<TitleGate, 'assertAllowed'>,
  caller: Caller,
  { media_type: kind, tmdb_id }: RequestRecord,
): Promise<void> {
  if ((kind === 'movie' || kind === 'tv') && tmdb_id !== null)
    await kids.assertAllowed(caller, { kind, tmdb_id })
}
