import { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery, inList, onlyRow } from '#db/compiled-query.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { RequestRecord } from '#ports/request-record.ts'
import type { Lookup } from '../follow/lookup-rules.ts'
import type { RequestsTable } from '../requests-tables.ts'

const Seasons = z.array(z.int())

/** The normal form of titles and of search terms. */
export function foldTitle(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** Copied field by field: lists have thousands of rows, and spreading each row would dominate the cost. */
export function recordFrom(row: Selectable<RequestsTable>): RequestRecord {
  return {
    id: row.id,
    user_id: row.user_id,
    made_by: row.made_by,
    media_type: row.media_type,
    identity: row.identity,
    tmdb_id: row.tmdb_id,
    tvdb_id: row.tvdb_id,
    foreign_id: row.foreign_id,
    catalog_provider: row.catalog_provider,
    catalog_id: row.catalog_id,
    title: row.title,
    title_unverified: row.title_unverified === 1,
    search_term: row.search_term,
    poster_path: row.poster_path,
    instance_id: row.instance_id,
    instance_name: row.instance_name,
    season_scope: row.season_scope,
    seasons: parsed(row.seasons, Seasons),
    quality_profile_id: row.quality_profile_id,
    root_folder: row.root_folder,
    match: parsed(row.match, TvMatch),
    repair_of: row.repair_of,
    approval_required: row.approval_required === 1,
    decision: row.decision,
    decided_at: row.decided_at,
    decided_by: row.decided_by,
    deny_reason: row.deny_reason,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

function parsed<T>(text: string | null, schema: { parse(data: unknown): T }): T | null {
  return text === null ? null : fromStorage(() => schema.parse(JSON.parse(text)))
}

export type NewRequest = Omit<RequestRecord, 'id'>

function toRow(request: NewRequest): Insertable<RequestsTable> {
  return {
    ...request,
    title_key: foldTitle(request.title),
    seasons: request.seasons && JSON.stringify(request.seasons),
    match: request.match && JSON.stringify(request.match),
    approval_required: request.approval_required ? 1 : 0,
    title_unverified: request.title_unverified ? 1 : 0,
  }
}

const insertRow = defineQuery((db, row: Insertable<RequestsTable>) =>
  db.insertInto('requests').values(row).returning('id'),
)

export async function insertRequest(tx: Tx, request: NewRequest): Promise<RequestRecord> {
  const { id } = onlyRow(await insertRow(tx, toRow(request)))
  return { ...request, id }
}

export async function findRequest(db: Db, id: number): Promise<RequestRecord | undefined> {
  const row = await db.selectFrom('requests').selectAll().where('id', '=', id).executeTakeFirst()
  return row && recordFrom(row)
}

const requestsByIds = defineQuery((db, ids: readonly number[]) =>
  db.selectFrom('requests').selectAll().where('id', 'in', ids),
)

export async function findRequests(db: Db, ids: readonly number[]): Promise<RequestRecord[]> {
  if (ids.length === 0) return []
  return (await requestsByIds(db, inList(ids))).map(recordFrom)
}

export interface Sameness {
  identity: string
  instance_id: string
}

const openRequests = defineQuery(
  (db, { identity, instance_id, user_id }: Sameness & { user_id: number | undefined }) =>
    db
      .selectFrom('requests')
      .selectAll()
      .where('identity', '=', identity)
      .where('instance_id', '=', instance_id)
      .$if(user_id !== undefined, query => query.where('user_id', '=', user_id ?? 0))
      .where(eb =>
        eb.exists(
          eb
            .selectFrom('request_deliveries')
            .select('request_deliveries.id')
            .whereRef('request_deliveries.request_id', '=', 'requests.id')
            .where('request_deliveries.state', 'not in', ['complete', 'cancelled']),
        ),
      )
      .orderBy('id', 'desc'),
)

/**
 * Open requests for the same title in the same library, newest first: one person's, or everybody's, because book work
 * is shared (1:4.8.3).
 */
export async function findOpenRequests(
  db: Db,
  { identity, instance_id }: Sameness,
  user_id?: number,
): Promise<RequestRecord[]> {
  return (await openRequests(db, { identity, instance_id, user_id })).map(recordFrom)
}

/** The changes a decision makes to a request. */
export type RequestChange = Partial<
  Pick<
    RequestRecord,
    | 'user_id'
    | 'decision'
    | 'decided_at'
    | 'decided_by'
    | 'deny_reason'
    | 'season_scope'
    | 'seasons'
    | 'quality_profile_id'
    | 'root_folder'
    | 'instance_id'
    | 'instance_name'
    | 'match'
  >
> & { updated_at: string }

export async function updateRequest(tx: Tx, id: number, change: RequestChange): Promise<void> {
  const { seasons, match, ...plain } = change
  await tx
    .updateTable('requests')
    .set({
      ...plain,
      ...(seasons !== undefined && { seasons: seasons && JSON.stringify(seasons) }),
      ...(match !== undefined && { match: match && JSON.stringify(match) }),
    })
    .where('id', '=', id)
    .execute()
}

/** The number on the approval badge: requests that wait for an admin, without those the server retries by itself. */
export async function countPending(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('requests')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .where('decision', '=', 'pending')
    .executeTakeFirstOrThrow()
  return total
}

/** The requests among these that no longer wait for an admin, and since when. */
export async function decidedAmong(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('requests')
    .select(['id', 'decided_at', 'updated_at'])
    .where('id', 'in', ids)
    .where('decision', '!=', 'pending')
    .execute()
  return new Map(rows.map(({ id, decided_at, updated_at }) => [id, decided_at ?? updated_at]))
}

export interface Requester {
  user_id: number
  username: string
  role: 'admin' | 'user'
}

const requesterById = defineQuery((db, { user_id }: { user_id: number }) =>
  db.selectFrom('users').select(['id as user_id', 'username', 'role']).where('id', '=', user_id),
)

export async function findRequester(db: Db, user_id: number): Promise<Requester | undefined> {
  const [requester] = await requesterById(db, { user_id })
  return requester
}

/** A person's latest request for each of these titles in one library. */
export async function findLatestOwn(
  db: Db,
  user_id: number,
  { identities, instance_id }: { identities: readonly string[]; instance_id: string },
): Promise<RequestRecord[]> {
  if (identities.length === 0) return []
  const rows = await db
    .selectFrom('requests')
    .selectAll()
    .where('id', 'in', eb =>
      eb
        .selectFrom('requests as own')
        .select(own => own.fn.max('own.id').as('id'))
        .where('own.identity', 'in', identities)
        .where('own.instance_id', '=', instance_id)
        .where('own.user_id', '=', user_id)
        .groupBy('own.identity'),
    )
    .execute()
  return rows.map(recordFrom)
}

/** The latest request a person made or joined with this catalogue reference. Null: none. */
export async function findByReference(
  db: Db,
  user_id: number,
  { media_type, instance_id }: Pick<Lookup, 'media_type' | 'instance_id'>,
  { catalog_provider, catalog_id }: Extract<Lookup['by'], { catalog_id: string }>,
): Promise<number | null> {
  const row = await db
    .selectFrom('requests')
    .innerJoin('request_subscribers', 'request_subscribers.request_id', 'requests.id')
    .select('requests.id')
    .where('request_subscribers.user_id', '=', user_id)
    .where('requests.media_type', '=', media_type)
    .where('requests.instance_id', '=', instance_id)
    .where('requests.catalog_provider', '=', catalog_provider)
    .where('requests.catalog_id', '=', catalog_id)
    .orderBy('requests.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The correction of each of these requests; uncorrected requests are absent. */
export async function findRepairs(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('requests')
    .select(['id', 'repair_of'])
    .where('repair_of', 'in', ids)
    .orderBy('id')
    .execute()
  return new Map(rows.flatMap(({ id, repair_of }) => (repair_of === null ? [] : [[repair_of, id]])))
}
