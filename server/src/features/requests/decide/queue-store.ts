import { sql } from 'kysely'
import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Decision } from '@foyer/contract/requests/requests'
import type { Db } from '#db/database.ts'
import { defineQuery } from '#db/compiled-query.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import { bookIdentity } from '../select/selection-rules.ts'
import { foldTitle, recordFrom } from '../store/request-store.ts'

/** A request with the usernames that admins see. */
export interface QueuedRequest {
  request: RequestRecord
  username: string
  decided_by: string | null
}

function withNames(db: Db) {
  return db
    .selectFrom('requests')
    .innerJoin('users', 'users.id', 'requests.user_id')
    .leftJoin('users as deciders', 'deciders.id', 'requests.decided_by')
    .selectAll('requests')
    .select(['users.username', 'deciders.username as decider'])
}

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

function fromRow(row: Row): QueuedRequest {
  return { request: recordFrom(row), username: row.username, decided_by: row.decider }
}

const pending = defineQuery((db, _given: object) =>
  withNames(db).where('requests.decision', '=', 'pending').orderBy('requests.id'),
)

/** Requests that wait for an admin, oldest first. */
export async function listPending(db: Db): Promise<QueuedRequest[]> {
  return (await pending(db, {})).map(fromRow)
}

const HELD_UP = ['retry', 'waiting_library', 'attention'] as const

const waiting = defineQuery((db, _given: object) =>
  withNames(db)
    .where('requests.id', 'in', eb =>
      eb
        .selectFrom('request_deliveries')
        .select('request_deliveries.request_id')
        .where('request_deliveries.state', 'in', HELD_UP),
    )
    .where('requests.decision', '!=', 'pending')
    .orderBy('requests.id'),
)

/** Requests that the server retries, or has stopped retrying, oldest first. */
export async function listWaiting(db: Db): Promise<QueuedRequest[]> {
  return (await waiting(db, {})).map(fromRow)
}

/** The number of accepted requests that need attention, and of those that are retried automatically. */
export async function countUndelivered(db: Db): Promise<{ stuck: number; retrying: number }> {
  const { stuck, all } = await db
    .selectFrom('request_deliveries')
    .innerJoin('requests', 'requests.id', 'request_deliveries.request_id')
    .where('request_deliveries.state', 'in', HELD_UP)
    .where('requests.decision', '!=', 'pending')
    .select(({ fn }) => [
      fn
        .count<number>('request_deliveries.request_id')
        .distinct()
        .filterWhere('request_deliveries.state', '=', 'attention')
        .as('stuck'),
      fn.count<number>('request_deliveries.request_id').distinct().as('all'),
    ])
    .executeTakeFirstOrThrow()
  return { stuck, retrying: all - stuck }
}

export interface HistoryFilter {
  q?: string | undefined
  media_type?: MediaType | undefined
  tmdb_id?: number | undefined
  /** Of one book or album: the id of its page, and the one its library has it under. */
  foreign_id?: string | undefined
  canonical_foreign_id?: string | undefined
  decision?: Decision | undefined
  user_id?: number | undefined
  before?: number | undefined
  limit: number
}

type HistoryPage = Omit<HistoryFilter, 'q' | 'foreign_id' | 'canonical_foreign_id'> & {
  like: string | undefined
  /** The ids of one book or album, and what makes requests of it the same. */
  work: { ids: readonly string[]; identities: readonly string[] } | undefined
}

const historyPage = defineQuery((db, filter: HistoryPage) => {
  const { like, media_type, tmdb_id, work, decision, user_id, before, limit } = filter
  let query = withNames(db)
  if (like !== undefined) query = query.where(sql<boolean>`requests.title_key like ${like} escape '!'`)
  if (media_type !== undefined) query = query.where('requests.media_type', '=', media_type)
  if (tmdb_id !== undefined) query = query.where('requests.tmdb_id', '=', tmdb_id)
  if (work !== undefined)
    query = query.where(eb =>
      eb.or([
        eb('requests.identity', 'in', work.identities),
        eb(
          'requests.id',
          'in',
          eb
            .selectFrom('request_deliveries')
            .select('request_deliveries.request_id')
            .where('request_deliveries.canonical_foreign_id', 'in', work.ids),
        ),
      ]),
    )
  if (decision !== undefined) query = query.where('requests.decision', '=', decision)
  // C2: joined book work is theirs too; whoever asked is subscribed as well. What they left stays in their history.
  if (user_id !== undefined)
    query = query.where('requests.id', 'in', eb =>
      eb
        .selectFrom('request_subscribers')
        .select('request_subscribers.request_id')
        .where('request_subscribers.user_id', '=', user_id),
    )
  if (before !== undefined) query = query.where('requests.id', '<', before)
  return query.orderBy('requests.id', 'desc').limit(limit)
})

/** Newest first. */
export async function pageHistory(
  db: Db,
  { q, foreign_id, canonical_foreign_id, ...filter }: HistoryFilter,
): Promise<QueuedRequest[]> {
  const ids = [foreign_id, canonical_foreign_id].filter(id => id !== undefined)
  const identities = ids.flatMap(id => [bookIdentity(id), `music:${id}`])
  const rows = await historyPage(db, {
    ...filter,
    like: q ? likeText(q) : undefined,
    work: ids.length > 0 ? { ids, identities } : undefined,
  })
  return rows.map(fromRow)
}

/** A literal match anywhere in the title. */
function likeText(q: string): string {
  return `%${foldTitle(q).replace(/[%_!]/g, '!$&')}%`
}

const requesters = defineQuery((db, _given: object) =>
  db
    .selectFrom('users')
    .select(['users.id as user_id', 'users.username'])
    .where(eb =>
      eb.exists(
        eb
          .selectFrom('request_subscribers')
          .select('request_subscribers.request_id')
          .whereRef('request_subscribers.user_id', '=', 'users.id'),
      ),
    )
    .orderBy('users.username_key'),
)

/** Every user who has ever made or joined a request. */
export function listRequesters(db: Db): Promise<{ user_id: number; username: string }[]> {
  return requesters(db, {})
}

/** Accepted requests for shows without corrections, newest first. */
export async function listAcceptedShows(
  db: Db,
  { tmdb_id, instance_id, limit }: { tmdb_id: number; instance_id?: string | undefined; limit: number },
): Promise<QueuedRequest[]> {
  let query = withNames(db)
    .where('requests.identity', '=', `tv:${tmdb_id}`)
    .where('requests.decision', '=', 'approved')
    .where('requests.repair_of', 'is', null)
  if (instance_id !== undefined) query = query.where('requests.instance_id', '=', instance_id)
  const rows = await query.orderBy('requests.id', 'desc').limit(limit).execute()
  return rows.map(fromRow)
}
