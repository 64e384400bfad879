import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { ScreenTitle } from '#ports/rating-lookup.ts'
import type { HiddenTitlesTable } from './hidden-titles-tables.ts'

export type HiddenRow = Selectable<HiddenTitlesTable> & { username: string | null }

/** Newest first, with the name of who hid it. */
export function listHidden(db: Db): Promise<HiddenRow[]> {
  return db
    .selectFrom('hidden_titles')
    .leftJoin('users', 'users.id', 'hidden_titles.user_id')
    .selectAll('hidden_titles')
    .select('users.username')
    .orderBy('hidden_titles.hidden_at', 'desc')
    .orderBy('hidden_titles.media_type')
    .orderBy('hidden_titles.tmdb_id')
    .execute()
}

export function findHidden(db: Db, { kind, tmdb_id }: ScreenTitle): Promise<HiddenRow | undefined> {
  return db
    .selectFrom('hidden_titles')
    .leftJoin('users', 'users.id', 'hidden_titles.user_id')
    .selectAll('hidden_titles')
    .select('users.username')
    .where('hidden_titles.media_type', '=', kind)
    .where('hidden_titles.tmdb_id', '=', tmdb_id)
    .executeTakeFirst()
}

/** As stored now, also inside a transaction. */
export async function isTitleHidden(db: Db, title: ScreenTitle): Promise<boolean> {
  return (await findHidden(db, title)) !== undefined
}

export function listHiddenKeys(db: Db): Promise<{ media_type: 'movie' | 'tv'; tmdb_id: number }[]> {
  return db.selectFrom('hidden_titles').select(['media_type', 'tmdb_id']).execute()
}

/** A title that is hidden already keeps who hid it, and when. */
export async function insertHidden(tx: Tx, row: Insertable<HiddenTitlesTable>): Promise<void> {
  await tx
    .insertInto('hidden_titles')
    .values(row)
    .onConflict(conflict => conflict.columns(['media_type', 'tmdb_id']).doNothing())
    .execute()
}

export async function deleteHidden(tx: Tx, { kind, tmdb_id }: ScreenTitle): Promise<void> {
  await tx.deleteFrom('hidden_titles').where('media_type', '=', kind).where('tmdb_id', '=', tmdb_id).execute()
}
