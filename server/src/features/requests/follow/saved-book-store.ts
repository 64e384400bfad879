import type { Db } from '#db/database.ts'
import { bookIdentity } from '../select/selection-rules.ts'

interface BookName {
  foreign_id: string
  instance_id: string
}

/** The latest book this person requested or joined, by the chosen id or the library's own. Null: none. */
export async function findSavedBook(
  db: Db,
  user_id: number,
  { foreign_id, instance_id }: BookName,
): Promise<number | null> {
  const row = await db
    .selectFrom('requests')
    .innerJoin('request_subscribers', 'request_subscribers.request_id', 'requests.id')
    .select('requests.id')
    .where('request_subscribers.user_id', '=', user_id)
    .where('requests.media_type', '=', 'book')
    .where('requests.instance_id', '=', instance_id)
    .where(eb =>
      eb.or([
        eb('requests.identity', '=', bookIdentity(foreign_id)),
        eb.exists(
          eb
            .selectFrom('request_deliveries')
            .select('request_deliveries.id')
            .whereRef('request_deliveries.request_id', '=', 'requests.id')
            .where('request_deliveries.canonical_foreign_id', '=', foreign_id),
        ),
      ]),
    )
    .orderBy('requests.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The results of a book's deliveries, newest first: the library's records and its own ids. */
export async function listBookOutcomes(db: Db, { foreign_id, instance_id }: BookName) {
  return db
    .selectFrom('requests')
    .innerJoin('request_deliveries', 'request_deliveries.request_id', 'requests.id')
    .select(['request_deliveries.record_id', 'request_deliveries.canonical_foreign_id'])
    .where('requests.identity', '=', bookIdentity(foreign_id))
    .where('requests.instance_id', '=', instance_id)
    .where('request_deliveries.state', '=', 'complete')
    .orderBy('requests.id', 'desc')
    .limit(20)
    .execute()
}
