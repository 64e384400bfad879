import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { type HiddenWorkKey, titleWords, workKey } from './hidden-work-rules.ts'
import type { HiddenWorksTable } from './hidden-titles-tables.ts'

export type HiddenWorkRow = Selectable<HiddenWorksTable> & { username: string | null }

function named(db: Db) {
  return db
    .selectFrom('hidden_works')
    .leftJoin('users', 'users.id', 'hidden_works.user_id')
    .selectAll('hidden_works')
    .select('users.username')
}

/** Newest first, with the name of who hid it. */
export function listHiddenWorks(db: Db): Promise<HiddenWorkRow[]> {
  return named(db)
    .orderBy('hidden_works.hidden_at', 'desc')
    .orderBy('hidden_works.media_type')
    .orderBy('hidden_works.foreign_id')
    .execute()
}

export function findHiddenWork(db: Db, work: HiddenWorkKey): Promise<HiddenWorkRow | undefined> {
  const { media_type, foreign_id } = workKey(work)
  return named(db)
    .where('hidden_works.media_type', '=', media_type)
    .where('hidden_works.foreign_id', '=', foreign_id)
    .executeTakeFirst()
}

/** As stored now, also inside a transaction. */
export async function isWorkHidden(db: Db, work: HiddenWorkKey): Promise<boolean> {
  return (await findHiddenWork(db, work)) !== undefined
}

/** Whether it was hidden at that time already, and still is. */
export async function wasWorkHidden(db: Db, work: HiddenWorkKey, at: string): Promise<boolean> {
  const found = await findHiddenWork(db, work)
  return found !== undefined && found.hidden_at <= at
}

/** The same for a book by its title: libraries announce books by other ids than they list them by. */
export async function isBookHidden(db: Db, title: string): Promise<boolean> {
  const works = await listHiddenWorkKeys(db)
  return works.some(one => one.media_type === 'book' && titleWords(one.title) === titleWords(title))
}

export function listHiddenWorkKeys(db: Db): Promise<(HiddenWorkKey & { title: string })[]> {
  return db.selectFrom('hidden_works').select(['media_type', 'foreign_id', 'title']).execute()
}

/** A work that is hidden already keeps who hid it, and when. */
export async function insertHiddenWork(tx: Tx, row: Insertable<HiddenWorksTable>): Promise<void> {
  await tx
    .insertInto('hidden_works')
    .values({ ...row, ...workKey(row) })
    .onConflict(conflict => conflict.columns(['media_type', 'foreign_id']).doNothing())
    .execute()
}

export async function deleteHiddenWork(tx: Tx, work: HiddenWorkKey): Promise<void> {
  const { media_type, foreign_id } = workKey(work)
  await tx
    .deleteFrom('hidden_works')
    .where('media_type', '=', media_type)
    .where('foreign_id', '=', foreign_id)
    .execute()
}
