import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { WatchedItem } from '../list/entry-store.ts'
import type { PartKind, WatchedItemsTable } from '../watchlist-tables.ts'
import type { ItemFacts, ItemPart } from './item-facts.ts'

export type ItemRow = Selectable<WatchedItemsTable>

/** Rows per statement; database engines limit the number of parameters. */
const ROWS = 100

const NOT_READ = { title: '', detail: null, poster_path: null, released_on: null, adult: false }

/**
 * An item that others watch already keeps what is known about it. Either way it is checked at once. Everybody who watches
 * it reads these facts, so they are a provider's or a library's; null: none has answered yet.
 */
export async function saveItem(
  tx: Tx,
  { kind, item_id, instance_id }: WatchedItem,
  facts: Omit<ItemFacts, 'parts'> | null,
  now: string,
): Promise<void> {
  const { title, detail, poster_path, released_on, adult } = facts ?? NOT_READ
  const known = {
    title,
    title_unverified: facts ? (0 as const) : (1 as const),
    detail,
    poster_path,
    released_on,
    adult: adult ? (1 as const) : (0 as const),
  }
  await tx
    .insertInto('watched_items')
    .values({ kind, item_id, instance_id, ...known, read_at: null, failures: 0, next_check_at: now })
    .onConflict(conflict =>
      conflict
        .columns(['kind', 'item_id', 'instance_id'])
        .doUpdateSet({ ...(facts && known), next_check_at: now }),
    )
    .execute()
}

export async function findItem(db: Db, item: WatchedItem): Promise<ItemRow | undefined> {
  return db
    .selectFrom('watched_items')
    .selectAll()
    .where('kind', '=', item.kind)
    .where('item_id', '=', item.item_id)
    .where('instance_id', '=', item.instance_id)
    .executeTakeFirst()
}

export async function listDue(db: Db, now: string, limit: number): Promise<ItemRow[]> {
  return db
    .selectFrom('watched_items')
    .selectAll()
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(limit)
    .execute()
}

/** Null: nothing is watched. */
export async function nextCheckAt(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('watched_items')
    .select('next_check_at')
    .orderBy('next_check_at')
    .limit(1)
    .executeTakeFirst()
  return row?.next_check_at ?? null
}

type Check = Partial<
  Pick<ItemRow, 'title' | 'title_unverified' | 'detail' | 'poster_path' | 'released_on' | 'adult' | 'read_at'>
> &
  Pick<ItemRow, 'failures' | 'next_check_at'>

export async function saveCheck(tx: Tx, item: WatchedItem, check: Check): Promise<void> {
  await tx
    .updateTable('watched_items')
    .set(check)
    .where('kind', '=', item.kind)
    .where('item_id', '=', item.item_id)
    .where('instance_id', '=', item.instance_id)
    .execute()
}

/** Somebody changed what they want to hear about it. */
export async function saveCheckNow(tx: Tx, item: WatchedItem, now: string): Promise<void> {
  await tx
    .updateTable('watched_items')
    .set({ next_check_at: now })
    .where('kind', '=', item.kind)
    .where('item_id', '=', item.item_id)
    .where('instance_id', '=', item.instance_id)
    .execute()
}

export async function deleteItem(tx: Tx, item: WatchedItem): Promise<void> {
  for (const table of ['watched_parts', 'watched_items'] as const) {
    await tx
      .deleteFrom(table)
      .where('kind', '=', item.kind)
      .where('item_id', '=', item.item_id)
      .where('instance_id', '=', item.instance_id)
      .execute()
  }
}

export async function partsOf(db: Db, item: WatchedItem): Promise<ItemPart[]> {
  return db
    .selectFrom('watched_parts')
    .select(['part_kind', 'part_id', 'title', 'released_on'])
    .where('kind', '=', item.kind)
    .where('item_id', '=', item.item_id)
    .where('instance_id', '=', item.instance_id)
    .execute()
}

/** Parts that are no longer reported stay: a provider that leaves one out must not make it new again. */
export async function saveParts(tx: Tx, item: WatchedItem, parts: readonly ItemPart[]): Promise<void> {
  const { kind, item_id, instance_id } = item
  for (let i = 0; i < parts.length; i += ROWS) {
    await tx
      .insertInto('watched_parts')
      .values(parts.slice(i, i + ROWS).map(part => ({ kind, item_id, instance_id, ...part })))
      .onConflict(conflict =>
        conflict.columns(['kind', 'item_id', 'instance_id', 'part_kind', 'part_id']).doUpdateSet(eb => ({
          title: eb.ref('excluded.title'),
          released_on: eb.ref('excluded.released_on'),
        })),
      )
      .execute()
  }
}

/** People who want to hear that this title arrived: they watch it, or follow somebody whose title it is. */
export async function arrivalWatchers(
  db: Db,
  { kind, ids }: { kind: Exclude<PartKind, 'season'>; ids: readonly string[] },
): Promise<number[]> {
  const direct = db
    .selectFrom('watchlist_entries')
    .select('user_id')
    .where('kind', '=', kind)
    .where('item_id', 'in', ids)
    .where('tell_arrived', '=', 1)
  const followed = db
    .selectFrom('watched_parts as part')
    .innerJoin('watchlist_entries as entry', join =>
      join
        .onRef('entry.kind', '=', 'part.kind')
        .onRef('entry.item_id', '=', 'part.item_id')
        .onRef('entry.instance_id', '=', 'part.instance_id'),
    )
    .select('entry.user_id')
    .where('part.part_kind', '=', kind)
    .where('part.part_id', 'in', ids)
    .where('entry.tell_arrived', '=', 1)
  const rows = await direct.union(followed).execute()
  return rows.map(({ user_id }) => user_id).sort((a, b) => a - b)
}
