import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { LibraryRemovalsTable } from './title-tools-tables.ts'

export type RemovalRow = Selectable<LibraryRemovalsTable> & { username: string | null }

function withNames(db: Db) {
  return db
    .selectFrom('library_removals')
    .leftJoin('users', 'users.id', 'library_removals.user_id')
    .selectAll('library_removals')
    .select('users.username')
}

/** The latest removals with this key, newest first. */
export function listRemovals(
  db: Db,
  { media_type, tmdb_id, limit }: Pick<RemovalRow, 'media_type' | 'tmdb_id'> & { limit: number },
): Promise<RemovalRow[]> {
  return withNames(db)
    .where('library_removals.media_type', '=', media_type)
    .where('library_removals.tmdb_id', '=', tmdb_id)
    .orderBy('library_removals.id', 'desc')
    .limit(limit)
    .execute()
}

export function getRemoval(db: Db, id: number): Promise<RemovalRow> {
  return withNames(db).where('library_removals.id', '=', id).executeTakeFirstOrThrow()
}

/** Removals of this entry that nobody has ended yet. */
export function listUnfinished(
  db: Db,
  { instance_id, record_id }: Pick<RemovalRow, 'instance_id' | 'record_id'>,
): Promise<RemovalRow[]> {
  return withNames(db)
    .where('library_removals.instance_id', '=', instance_id)
    .where('library_removals.record_id', '=', record_id)
    .where('library_removals.state', '=', 'started')
    .execute()
}

export async function insertRemoval(tx: Tx, row: Insertable<LibraryRemovalsTable>): Promise<number> {
  const { id } = await tx.insertInto('library_removals').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Only while its end is not known: the process that removes it knows better. */
export async function settleRemoval(
  tx: Tx,
  id: number,
  end: { state: 'done' | 'failed'; ended_at: string },
): Promise<void> {
  await tx
    .updateTable('library_removals')
    .set(end)
    .where('id', '=', id)
    .where('state', 'in', ['started', 'outcome_unknown'])
    .execute()
}

export async function endRemoval(
  tx: Tx,
  id: number,
  end: { state: RemovalRow['state']; ended_at: string },
): Promise<void> {
  await tx.updateTable('library_removals').set(end).where('id', '=', id).execute()
}
