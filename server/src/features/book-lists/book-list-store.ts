import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type {
  BookListConnectionsTable,
  BookListFlowsTable,
  BookListSelectionsTable,
} from './book-lists-tables.ts'

export type ConnectionRow = Selectable<BookListConnectionsTable>
export type SelectionRow = Selectable<BookListSelectionsTable>
export type FlowRow = Selectable<BookListFlowsTable>

export async function findConnection(db: Db, id: string): Promise<ConnectionRow | undefined> {
  return db.selectFrom('book_list_connections').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findSelection(db: Db, instance_id: string): Promise<SelectionRow | undefined> {
  return db
    .selectFrom('book_list_selections')
    .selectAll()
    .where('instance_id', '=', instance_id)
    .executeTakeFirst()
}

/** The connection that an instance currently uses. */
export async function findSelected(db: Db, instance_id: string): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('book_list_connections')
    .innerJoin('book_list_selections', 'book_list_selections.connection_id', 'book_list_connections.id')
    .selectAll('book_list_connections')
    .where('book_list_selections.instance_id', '=', instance_id)
    .executeTakeFirst()
}

export async function insertConnection(tx: Tx, row: Insertable<BookListConnectionsTable>): Promise<void> {
  await tx.insertInto('book_list_connections').values(row).execute()
}

/** Updates only a row of that generation. False: it was renewed or deleted in the meantime. */
export async function updateConnection(
  tx: Tx,
  { id, generation }: Pick<ConnectionRow, 'id' | 'generation'>,
  change: Updateable<BookListConnectionsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('book_list_connections')
    .set(change)
    .where('id', '=', id)
    .where('generation', '=', generation)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function saveSelection(tx: Tx, row: SelectionRow): Promise<void> {
  const { instance_id: _id, ...fields } = row
  await tx
    .insertInto('book_list_selections')
    .values(row)
    .onConflict(conflict => conflict.column('instance_id').doUpdateSet(fields))
    .execute()
}

/** Connections that no instance uses are deleted, so that no unused secrets are stored. */
export async function deleteUnusedConnections(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('book_list_connections')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('book_list_selections')
            .select('book_list_selections.instance_id')
            .whereRef('book_list_selections.connection_id', '=', 'book_list_connections.id'),
        ),
      ),
    )
    .execute()
}

export async function insertFlow(tx: Tx, row: FlowRow): Promise<void> {
  await tx.insertInto('book_list_flows').values(row).execute()
}

export async function findFlow(db: Db, id: string, instance_id: string): Promise<FlowRow | undefined> {
  return db
    .selectFrom('book_list_flows')
    .selectAll()
    .where('id', '=', id)
    .where('instance_id', '=', instance_id)
    .executeTakeFirst()
}

/** Only a pending link can end; false: it has already ended. */
export async function endFlow(
  tx: Tx,
  id: string,
  end: Pick<FlowRow, 'status'> & Partial<Pick<FlowRow, 'error' | 'connection_id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('book_list_flows')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A newer link for an instance replaces the older ones. */
export async function supersedeFlows(tx: Tx, instance_id: string): Promise<void> {
  await tx
    .updateTable('book_list_flows')
    .set({ status: 'superseded' })
    .where('instance_id', '=', instance_id)
    .where('status', '=', 'pending')
    .execute()
}

/** Claims the right to poll the provider about this link now. At most one process gets it. */
export async function claimPoll(
  tx: Tx,
  id: string,
  { now, next_poll_at }: { now: string; next_poll_at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('book_list_flows')
    .set({ next_poll_at })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('next_poll_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function slowFlow(
  tx: Tx,
  id: string,
  pace: Pick<FlowRow, 'interval_seconds' | 'next_poll_at'>,
): Promise<void> {
  await tx.updateTable('book_list_flows').set(pace).where('id', '=', id).execute()
}

export async function deleteFlowsBefore(tx: Tx, created_before: string): Promise<void> {
  await tx.deleteFrom('book_list_flows').where('created_at', '<', created_before).execute()
}
