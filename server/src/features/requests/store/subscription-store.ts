import type { Db, Tx } from '#db/database.ts'
import { defineQuery, inList } from '#db/compiled-query.ts'
import type { RequestFormat } from '#ports/request-record.ts'

/** The formats of a request that people subscribe to; a medium without formats has one row per person. */
export interface Subscription {
  request_id: number
  user_id: number
  format: RequestFormat
  created_at: string
  cancelled_at: string | null
}

const insertRows = defineQuery((db, rows: readonly Subscription[]) =>
  db
    .insertInto('request_subscribers')
    .values([...rows])
    // Subscribing again after leaving clears the cancellation.
    .onConflict(conflict =>
      conflict.columns(['request_id', 'user_id', 'format']).doUpdateSet({ cancelled_at: null }),
    ),
)

export async function insertSubscriptions(tx: Tx, rows: readonly Subscription[]): Promise<void> {
  if (rows.length > 0) await insertRows(tx, rows)
}

interface NewSubscriber extends Pick<Subscription, 'request_id' | 'user_id' | 'created_at'> {
  formats: readonly RequestFormat[]
}

/** Subscribes one person to these formats of a request. */
export async function subscribe(tx: Tx, { formats, ...subscriber }: NewSubscriber): Promise<void> {
  const rows = formats.map(format => ({ ...subscriber, format, cancelled_at: null }))
  await insertSubscriptions(tx, rows)
}

export async function listSubscriptions(db: Db, request_ids: readonly number[]): Promise<Subscription[]> {
  if (request_ids.length === 0) return []
  return db
    .selectFrom('request_subscribers')
    .selectAll()
    .where('request_id', 'in', request_ids)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
}

export async function leave(
  tx: Tx,
  {
    request_id,
    user_id,
    formats,
  }: { request_id: number; user_id?: number; formats: readonly RequestFormat[] },
  cancelled_at: string,
): Promise<void> {
  await tx
    .updateTable('request_subscribers')
    .set({ cancelled_at })
    .where('request_id', '=', request_id)
    .$if(user_id !== undefined, query => query.where('user_id', '=', user_id ?? 0))
    .where('format', 'in', formats)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Everybody who still waits for it, without repetition. */
export async function subscribersOf(db: Db, request_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('request_subscribers')
    .select('user_id')
    .distinct()
    .where('request_id', '=', request_id)
    .where('cancelled_at', 'is', null)
    .execute()
  return rows.map(row => row.user_id)
}

interface NamedSubscriber {
  request_id: number
  user_id: number
  username: string
}

const namedSubscribers = defineQuery((db, request_ids: readonly number[]) =>
  db
    .selectFrom('request_subscribers')
    .innerJoin('users', 'users.id', 'request_subscribers.user_id')
    .select(['request_subscribers.request_id', 'request_subscribers.user_id', 'users.username'])
    .where('request_subscribers.request_id', 'in', request_ids)
    .where('request_subscribers.cancelled_at', 'is', null)
    .groupBy(['request_subscribers.request_id', 'request_subscribers.user_id', 'users.username'])
    .orderBy(eb => eb.fn.min('request_subscribers.created_at'))
    .orderBy('request_subscribers.user_id'),
)

/** Everybody who still waits for one of these requests, in the order of joining; requests without any are absent. */
export async function listSubscribers(
  db: Db,
  request_ids: readonly number[],
): Promise<Map<number, NamedSubscriber[]>> {
  if (request_ids.length === 0) return new Map()
  return Map.groupBy(await namedSubscribers(db, inList(request_ids)), row => row.request_id)
}

interface OwnPage {
  limit: number
  before_id?: number | undefined
}

const ownIds = defineQuery((db, { user_id, before_id, limit }: OwnPage & { user_id: number }) =>
  db
    .selectFrom('request_subscribers')
    .select('request_id')
    .where('user_id', '=', user_id)
    .$if(before_id !== undefined, query => query.where('request_id', '<', before_id ?? 0))
    .groupBy('request_id')
    .orderBy('request_id', 'desc')
    .limit(limit),
)

/** The ids of the requests a person made or joined, newest first. */
export async function pageOwnIds(db: Db, user_id: number, page: OwnPage): Promise<number[]> {
  const rows = await ownIds(db, { ...page, user_id })
  return rows.map(row => row.request_id)
}

const subscriptionsOf = defineQuery(
  (db, { user_id, request_ids }: { user_id: number; request_ids: readonly number[] }) =>
    db
      .selectFrom('request_subscribers')
      .selectAll()
      .where('user_id', '=', user_id)
      .where('request_id', 'in', request_ids),
)

export async function ownSubscriptions(
  db: Db,
  user_id: number,
  request_ids: readonly number[],
): Promise<Subscription[]> {
  if (request_ids.length === 0) return []
  return subscriptionsOf(db, { user_id, request_ids: inList(request_ids) })
}
