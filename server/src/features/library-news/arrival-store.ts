import type { Db, Tx } from '#db/database.ts'
import type { Arrival } from './arrival-rules.ts'

export async function arrivalsOf(
  db: Db,
  instance_id: string,
  title_keys: readonly string[],
): Promise<Arrival[]> {
  return db
    .selectFrom('library_arrivals')
    .select(['title_key', 'download_id', 'source', 'arrived_at'])
    .where('instance_id', '=', instance_id)
    .where('title_key', 'in', title_keys)
    .execute()
}

export async function replaceArrivals(
  tx: Tx,
  instance_id: string,
  { remembered, forgotten }: { remembered: readonly Arrival[]; forgotten: readonly Arrival[] },
): Promise<void> {
  for (const { title_key, download_id, source } of forgotten) {
    await tx
      .deleteFrom('library_arrivals')
      .where('instance_id', '=', instance_id)
      .where('title_key', '=', title_key)
      .where('download_id', '=', download_id)
      .where('source', '=', source)
      .execute()
  }
  if (remembered.length === 0) return
  await tx
    .insertInto('library_arrivals')
    .values(remembered.map(arrival => ({ instance_id, ...arrival })))
    // Listed twice in one message: the first one stays.
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** All arrivals of one library. */
export async function forgetArrivalsOf(tx: Tx, instance_id: string): Promise<void> {
  await tx.deleteFrom('library_arrivals').where('instance_id', '=', instance_id).execute()
}

export async function forgetArrivals(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('library_arrivals').where('arrived_at', '<', before).execute()
}

export async function findCursor(db: Db, instance_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('arrival_cursors')
    .select('since')
    .where('instance_id', '=', instance_id)
    .executeTakeFirst()
  return row?.since
}

export async function saveCursor(tx: Tx, instance_id: string, since: string): Promise<void> {
  await tx
    .insertInto('arrival_cursors')
    .values({ instance_id, since })
    .onConflict(conflict => conflict.column('instance_id').doUpdateSet({ since }))
    .execute()
}
