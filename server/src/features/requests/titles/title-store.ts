import type { Decision } from '@foyer/contract/requests/requests'
import type { Db, Tx } from '#db/database.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { foldTitle, recordFrom } from '../store/request-store.ts'

/**
 * Stores the provider's own title for every request for the same title in that library that only has the requester's.
 * Returns those rows as they are now.
 */
export async function setTitle(
  tx: Tx,
  { identity, instance_id }: Pick<RequestRecord, 'identity' | 'instance_id'>,
  title: string,
  updated_at: string,
): Promise<RequestRecord[]> {
  const rows = await tx
    .updateTable('requests')
    .set({ title, title_key: foldTitle(title), title_unverified: 0, updated_at })
    .where('identity', '=', identity)
    .where('instance_id', '=', instance_id)
    .where('title_unverified', '=', 1)
    .returningAll()
    .execute()
  return rows.map(recordFrom)
}

/** Unverified requests after this one, in order of creation; cancelled ones are skipped. */
export async function listUnverified(
  db: Db,
  { decisions, after, limit }: { decisions: readonly Decision[]; after: number; limit: number },
): Promise<RequestRecord[]> {
  const rows = await db
    .selectFrom('requests')
    .selectAll()
    .where('title_unverified', '=', 1)
    .where('id', '>', after)
    .where('decision', 'in', decisions)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(recordFrom)
}
