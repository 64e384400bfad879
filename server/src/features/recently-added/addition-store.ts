import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { RecentAdditionsTable } from './recently-added-tables.ts'

export type Addition = Selectable<RecentAdditionsTable>

/** An id that was known before stays, and an older report changes nothing. */
export async function saveAddition(tx: Tx, addition: Insertable<RecentAdditionsTable>): Promise<void> {
  const { title, tmdb_id, foreign_id, added_at } = addition
  await tx
    .insertInto('recent_additions')
    .values(addition)
    .onConflict(conflict =>
      conflict
        .columns(['instance_id', 'title_key'])
        .doUpdateSet({
          title,
          added_at,
          ...(tmdb_id !== null && { tmdb_id }),
          ...(foreign_id !== null && { foreign_id }),
        })
        .where('recent_additions.added_at', '<=', added_at),
    )
    .execute()
}

/** Newest first. */
export async function listAdditions(
  db: Db,
  instance_ids: readonly string[],
  { limit, offset }: { limit: number; offset: number },
): Promise<Addition[]> {
  if (instance_ids.length === 0) return []
  return db
    .selectFrom('recent_additions')
    .selectAll()
    .where('instance_id', 'in', instance_ids)
    .orderBy('added_at', 'desc')
    .orderBy('title_key')
    .orderBy('instance_id')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function hasAdditions(db: Db, instance_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('recent_additions')
    .select('instance_id')
    .where('instance_id', '=', instance_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetAdditionsOf(tx: Tx, instance_id: string): Promise<void> {
  await tx.deleteFrom('recent_additions').where('instance_id', '=', instance_id).execute()
}

export async function forgetAdditions(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('recent_additions').where('added_at', '<', before).execute()
}
