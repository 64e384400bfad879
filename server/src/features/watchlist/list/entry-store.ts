import type { WatchKind, WatchTell } from '@foyer/contract/watchlist'
import type { Selectable } from 'kysely'
import type { Flag } from '#db/column-types.ts'
import type { Db, Tx } from '#db/database.ts'
import type { Askable, WatchedItemsTable, WatchlistEntriesTable } from '../watchlist-tables.ts'

/** What is watched: a title, or somebody whose titles are followed. */
export interface WatchedItem {
  kind: WatchKind
  item_id: string
  instance_id: string
}

export type EntryRow = Selectable<WatchlistEntriesTable>
export type ListedRow = EntryRow &
  Pick<
    Selectable<WatchedItemsTable>,
    'title' | 'title_unverified' | 'detail' | 'poster_path' | 'released_on' | 'adult'
  >

const flag = (is: boolean): Flag => (is ? 1 : 0)

function listed(db: Db, user_id: number) {
  return db
    .selectFrom('watchlist_entries as entry')
    .innerJoin('watched_items as item', join =>
      join
        .onRef('item.kind', '=', 'entry.kind')
        .onRef('item.item_id', '=', 'entry.item_id')
        .onRef('item.instance_id', '=', 'entry.instance_id'),
    )
    .selectAll('entry')
    .select([
      'item.title',
      'item.title_unverified',
      'item.detail',
      'item.poster_path',
      'item.released_on',
      'item.adult',
    ])
    .where('entry.user_id', '=', user_id)
    .orderBy('entry.id', 'desc')
}

interface Page {
  kind?: WatchKind | undefined
  before?: number | undefined
  limit?: number
}

/** Newest first. */
export async function listEntries(
  db: Db,
  user_id: number,
  { kind, before, limit }: Page = {},
): Promise<ListedRow[]> {
  let query = listed(db, user_id)
  if (kind) query = query.where('entry.kind', '=', kind)
  if (before !== undefined) query = query.where('entry.id', '<', before)
  if (limit !== undefined) query = query.limit(limit)
  return query.execute()
}

type EntryKey = { user_id: number; kind: WatchKind; item_id: string }

export async function findListed(
  db: Db,
  { user_id, kind, item_id }: EntryKey,
): Promise<ListedRow | undefined> {
  return listed(db, user_id)
    .where('entry.kind', '=', kind)
    .where('entry.item_id', '=', item_id)
    .executeTakeFirst()
}

/** The entries of one person with any of these ids. */
export async function findEntries(
  db: Db,
  { user_id, kind, item_ids }: Omit<EntryKey, 'item_id'> & { item_ids: readonly string[] },
): Promise<EntryRow[]> {
  return db
    .selectFrom('watchlist_entries')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('item_id', 'in', item_ids)
    .orderBy('id')
    .execute()
}

export async function countEntries(db: Db, user_id: number): Promise<number> {
  const row = await db
    .selectFrom('watchlist_entries')
    .select(eb => eb.fn.countAll<number | string>().as('total'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

export interface NewEntry extends WatchedItem {
  user_id: number
  tell: WatchTell
  request_next_seasons: boolean
  own_title: string | null
  added_at: string
}

export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const { tell, request_next_seasons, ...rest } = entry
  await tx
    .insertInto('watchlist_entries')
    .values({
      ...rest,
      ...tellColumns(tell),
      request_next_seasons: flag(request_next_seasons),
      seasons_after: null,
      askable: 'unknown',
    })
    .execute()
}

function tellColumns({ askable, released, arrived }: WatchTell) {
  return { tell_askable: flag(askable), tell_released: flag(released), tell_arrived: flag(arrived) }
}

export async function changeEntry(
  tx: Tx,
  id: number,
  { tell, request_next_seasons }: { tell: WatchTell; request_next_seasons: boolean },
): Promise<void> {
  await tx
    .updateTable('watchlist_entries')
    .set({
      ...tellColumns(tell),
      request_next_seasons: flag(request_next_seasons),
      // Seasons that begin while nothing is to be requested are not made up for later.
      ...(!request_next_seasons && { seasons_after: null }),
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteEntry(tx: Tx, { user_id, kind, item_id }: EntryKey): Promise<void> {
  await tx
    .deleteFrom('watchlist_entries')
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('item_id', '=', item_id)
    .execute()
}

/** Its title is confirmed: what people called it until then is of no more use. */
export async function forgetOwnTitles(tx: Tx, { kind, item_id, instance_id }: WatchedItem): Promise<void> {
  await tx
    .updateTable('watchlist_entries')
    .set({ own_title: null })
    .where('kind', '=', kind)
    .where('item_id', '=', item_id)
    .where('instance_id', '=', instance_id)
    .where('own_title', 'is not', null)
    .execute()
}

/** Everybody who watches it. */
export async function entriesOf(db: Db, { kind, item_id, instance_id }: WatchedItem): Promise<EntryRow[]> {
  return db
    .selectFrom('watchlist_entries')
    .selectAll()
    .where('kind', '=', kind)
    .where('item_id', '=', item_id)
    .where('instance_id', '=', instance_id)
    .orderBy('id')
    .execute()
}

export async function setAskable(tx: Tx, id: number, askable: Askable): Promise<void> {
  await tx.updateTable('watchlist_entries').set({ askable }).where('id', '=', id).execute()
}

/** Unless its owner has switched that off in the meantime. */
export async function setSeasonsAfter(tx: Tx, id: number, seasons_after: number): Promise<void> {
  await tx
    .updateTable('watchlist_entries')
    .set({ seasons_after })
    .where('id', '=', id)
    .where('request_next_seasons', '=', 1)
    .execute()
}

export async function wantsNextSeasons(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('watchlist_entries')
    .select('request_next_seasons')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.request_next_seasons === 1
}

/** False: it was told, or requested, before. */
export async function insertFact(tx: Tx, user_id: number, fact: string, at: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('watchlist_facts')
    .values({ user_id, fact, at })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function hasFact(db: Db, user_id: number, fact: string): Promise<boolean> {
  const row = await db
    .selectFrom('watchlist_facts')
    .select('fact')
    .where('user_id', '=', user_id)
    .where('fact', '=', fact)
    .executeTakeFirst()
  return row !== undefined
}
