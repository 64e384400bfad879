import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { SetTopBoxConfirmationsTable, SetTopBoxesTable } from './set-top-boxes-tables.ts'

export type BoxRow = Selectable<SetTopBoxesTable>
export type ConfirmationRow = Selectable<SetTopBoxConfirmationsTable>

export async function findBox(db: Db, id: string): Promise<BoxRow | null> {
  return (await db.selectFrom('set_top_boxes').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function listBoxes(db: Db): Promise<BoxRow[]> {
  return db.selectFrom('set_top_boxes').selectAll().orderBy('name').orderBy('id').execute()
}

export async function listGrantedBoxes(db: Db, user_id: number): Promise<BoxRow[]> {
  return db
    .selectFrom('set_top_boxes')
    .innerJoin('set_top_box_grants', 'set_top_box_grants.box_id', 'set_top_boxes.id')
    .selectAll('set_top_boxes')
    .where('set_top_box_grants.user_id', '=', user_id)
    .orderBy('set_top_boxes.name')
    .orderBy('set_top_boxes.id')
    .execute()
}

type PairedBox = Pick<BoxRow, 'id' | 'name' | 'address' | 'identifier' | 'credentials_box'>

/** A new box, or new credentials for the one with that identifier, which keeps its id. */
export async function savePairedBox(tx: Tx, box: PairedBox, now: string): Promise<BoxRow> {
  const { name, address, credentials_box } = box
  const saved = await tx
    .insertInto('set_top_boxes')
    .values({ ...box, revision: 1, created_at: now, updated_at: now })
    .onConflict(conflict =>
      conflict.column('identifier').doUpdateSet(eb => ({
        name,
        address,
        credentials_box,
        revision: eb('set_top_boxes.revision', '+', 1),
        updated_at: now,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  await deleteConfirmations(tx, saved.id)
  return saved
}

type BoxChange = { name?: string | undefined; address?: string | undefined }

/** False: there is no such box. */
export async function changeBox(tx: Tx, id: string, change: BoxChange, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('set_top_boxes')
    .set(eb => ({ ...definedOf(change), revision: eb('revision', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .executeTakeFirst()
  await deleteConfirmations(tx, id)
  return numUpdatedRows === 1n
}

function definedOf({ name, address }: BoxChange): { name?: string; address?: string } {
  return { ...(name !== undefined && { name }), ...(address !== undefined && { address }) }
}

/** Its grants and confirmations go with it. False: there is no such box. */
export async function deleteBox(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('set_top_boxes').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

export async function grantedUserIds(db: Db, box_id: string): Promise<number[]> {
  const rows = await db
    .selectFrom('set_top_box_grants')
    .select('user_id')
    .where('box_id', '=', box_id)
    .orderBy('user_id')
    .execute()
  return rows.map(row => row.user_id)
}

export async function isGranted(db: Db, box_id: string, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('set_top_box_grants')
    .select('user_id')
    .where('box_id', '=', box_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasAnyGrant(db: Db, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('set_top_box_grants')
    .select('box_id')
    .where('user_id', '=', user_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceGrants(tx: Tx, box_id: string, user_ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('set_top_box_grants').where('box_id', '=', box_id).execute()
  if (user_ids.length === 0) return
  await tx
    .insertInto('set_top_box_grants')
    .values(user_ids.map(user_id => ({ box_id, user_id })))
    .execute()
}

export async function deleteGrantsOf(tx: Tx, user_id: number): Promise<void> {
  await tx.deleteFrom('set_top_box_grants').where('user_id', '=', user_id).execute()
}

/** Those of these ids that belong to a user. */
export async function existingUserIds(db: Db, user_ids: readonly number[]): Promise<Set<number>> {
  if (user_ids.length === 0) return new Set()
  const rows = await db.selectFrom('users').select('id').where('id', 'in', user_ids).execute()
  return new Set(rows.map(row => row.id))
}

/** Saves a confirmation unless the box was forgotten, and deletes those that have expired. */
export async function insertConfirmation(tx: Tx, row: ConfirmationRow, now: string): Promise<void> {
  await tx.deleteFrom('set_top_box_confirmations').where('expires_at', '<=', now).execute()
  if (!(await findBox(tx, row.box_id))) return
  await tx.insertInto('set_top_box_confirmations').values(row).execute()
}

type ConfirmationKey = Pick<ConfirmationRow, 'id_hash' | 'box_id' | 'device_id' | 'user_id'>

export async function findConfirmation(
  db: Db,
  { id_hash, box_id, device_id, user_id }: ConfirmationKey,
): Promise<ConfirmationRow | null> {
  const row = await db
    .selectFrom('set_top_box_confirmations')
    .selectAll()
    .where('id_hash', '=', id_hash)
    .where('box_id', '=', box_id)
    .where('device_id', '=', device_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row ?? null
}

/** False: it is used, void or expired. */
export async function useConfirmation(tx: Tx, id_hash: string, now: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('set_top_box_confirmations')
    .where('id_hash', '=', id_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

async function deleteConfirmations(tx: Tx, box_id: string): Promise<void> {
  await tx.deleteFrom('set_top_box_confirmations').where('box_id', '=', box_id).execute()
}
