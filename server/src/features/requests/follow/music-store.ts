import type { Db } from '#db/database.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { recordFrom } from '../store/request-store.ts'

/** An album in a library, by its release group. */
export interface AlbumName {
  foreign_id: string
  instance_id: string
}

/** More receipts than anybody would scroll through. */
const RECEIPTS = 500

/** A person's latest request for an album, by the requested id or by the id it was filed under. */
export async function findOwnAlbum(
  db: Db,
  user_id: number,
  { foreign_id, instance_id }: AlbumName,
): Promise<RequestRecord | undefined> {
  const own = db
    .selectFrom('requests')
    .selectAll()
    .where('instance_id', '=', instance_id)
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .limit(1)
  const requested = await own.where('identity', '=', `music:${foreign_id}`).executeTakeFirst()
  const row =
    requested ??
    (await own
      .where('media_type', '=', 'music')
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('request_deliveries')
            .select('request_deliveries.id')
            .whereRef('request_deliveries.request_id', '=', 'requests.id')
            .where('request_deliveries.canonical_foreign_id', '=', foreign_id),
        ),
      )
      .executeTakeFirst())
  return row && recordFrom(row)
}

/** The record created by the last delivery of the same album, for any requester (1:4.11). */
export async function findDeliveredRecord(
  db: Db,
  { identity, instance_id }: Pick<RequestRecord, 'identity' | 'instance_id'>,
): Promise<number | null> {
  const row = await db
    .selectFrom('request_deliveries')
    .innerJoin('requests', 'requests.id', 'request_deliveries.request_id')
    .select('request_deliveries.record_id')
    .where('requests.identity', '=', identity)
    .where('requests.instance_id', '=', instance_id)
    .where('request_deliveries.record_id', 'is not', null)
    .orderBy('request_deliveries.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.record_id ?? null
}

/** Newest first. */
export async function listOwnMusic(db: Db, user_id: number, instance_id: string): Promise<RequestRecord[]> {
  const rows = await db
    .selectFrom('requests')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('instance_id', '=', instance_id)
    .where('media_type', '=', 'music')
    .orderBy('id', 'desc')
    .limit(RECEIPTS)
    .execute()
  return rows.map(recordFrom)
}
