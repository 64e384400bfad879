import type { DeliverySentence } from '@foyer/contract/requests/delivery-sentences'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery, inList, onlyRow } from '#db/compiled-query.ts'
import type { DeliveryRecord, RequestFormat } from '#ports/request-record.ts'
import type { RequestDeliveriesTable } from './deliveries-tables.ts'

export interface DeliveryKey {
  request_id: number
  format: RequestFormat
}

export type DeliveryChange = Omit<Updateable<RequestDeliveriesTable>, 'began' | 'message'> & {
  began?: true
  message?: DeliverySentence
}

function fromRow(row: Selectable<RequestDeliveriesTable>): DeliveryRecord {
  return { ...row, began: row.began === 1 }
}

type NewDelivery = Omit<Insertable<RequestDeliveriesTable>, 'attempts' | 'began' | 'message'> & {
  message: DeliverySentence
}

const insertRow = defineQuery((db, row: NewDelivery) =>
  db
    .insertInto('request_deliveries')
    .values({ ...row, attempts: 0, began: 0 })
    .returningAll(),
)

export async function insertDelivery(tx: Tx, row: NewDelivery): Promise<DeliveryRecord> {
  return fromRow(onlyRow(await insertRow(tx, row)))
}

export async function findDelivery(
  db: Db,
  { request_id, format }: DeliveryKey,
): Promise<DeliveryRecord | null> {
  const row = await db
    .selectFrom('request_deliveries')
    .selectAll()
    .where('request_id', '=', request_id)
    .where('format', '=', format)
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

const deliveriesOf = defineQuery((db, request_ids: readonly number[]) =>
  db
    .selectFrom('request_deliveries')
    .selectAll()
    .where('request_id', 'in', request_ids)
    .orderBy('request_id')
    .orderBy('id'),
)

export async function listDeliveries(db: Db, request_ids: readonly number[]): Promise<DeliveryRecord[]> {
  if (request_ids.length === 0) return []
  return (await deliveriesOf(db, inList(request_ids))).map(fromRow)
}

/** Null: it is no longer in one of these states. The marker is only ever set (1:4.9.4). */
export async function changeDelivery(
  tx: Tx,
  id: number,
  states: readonly DeliveryRecord['state'][],
  { began, ...change }: DeliveryChange,
): Promise<DeliveryRecord | null> {
  const row = await tx
    .updateTable('request_deliveries')
    .set({ ...change, ...(began && { began: 1 as const }) })
    .where('id', '=', id)
    .where('state', 'in', states)
    .returningAll()
    .executeTakeFirst()
  return row ? fromRow(row) : null
}

/** Locks the rows until the transaction ends: a concurrent ending or marker (1:4.9.4) either waits or is visible. */
export async function lockDeliveries(tx: Tx, request_ids: readonly number[]): Promise<DeliveryRecord[]> {
  if (request_ids.length === 0) return []
  const rows = await tx
    .updateTable('request_deliveries')
    .set(eb => ({ updated_at: eb.ref('updated_at') }))
    .where('request_id', 'in', request_ids)
    .returningAll()
    .execute()
  return rows.map(fromRow).sort((a, b) => a.id - b.id)
}

export interface UndeliveredQuery {
  instance_id: string
  /** Only those that were not attempted since. */
  tried_before: string
  /** Only those of earlier requests than this. */
  earlier_than?: number
  limit: number
}

/** Deliveries that wait because their instance could not be reached, in the order of the requests. */
export async function listUndelivered(
  db: Db,
  { instance_id, tried_before, earlier_than, limit }: UndeliveredQuery,
): Promise<DeliveryRecord[]> {
  const rows = await db
    .selectFrom('request_deliveries')
    .innerJoin('requests', 'requests.id', 'request_deliveries.request_id')
    .selectAll('request_deliveries')
    .where('request_deliveries.state', '=', 'retry')
    .where('request_deliveries.code', '=', 'service_unavailable')
    .where('request_deliveries.last_attempt_at', '<=', tried_before)
    .where('requests.instance_id', '=', instance_id)
    .$if(earlier_than !== undefined, query =>
      query.where('request_deliveries.request_id', '<', earlier_than ?? 0),
    )
    .orderBy('request_deliveries.request_id')
    .orderBy('request_deliveries.id')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

/**
 * For an instance at a new address: its record ids may belong to other titles there, so deliveries no longer use
 * them. The library's own id of a title stays (1:4.8.6).
 */
export async function forgetRecords(tx: Tx, instance_id: string): Promise<void> {
  await tx
    .updateTable('request_deliveries')
    .set({ record_id: null })
    .where('record_id', 'is not', null)
    .where('request_id', 'in', eb =>
      eb.selectFrom('requests').select('requests.id').where('requests.instance_id', '=', instance_id),
    )
    .execute()
}

/** Deliveries that wait for work of the library itself (1:3). */
export async function listWaiting(db: Db, instance_id: string): Promise<DeliveryRecord[]> {
  const rows = await db
    .selectFrom('request_deliveries')
    .innerJoin('requests', 'requests.id', 'request_deliveries.request_id')
    .selectAll('request_deliveries')
    .where('request_deliveries.state', '=', 'waiting_library')
    .where('requests.instance_id', '=', instance_id)
    .orderBy('request_deliveries.request_id')
    .execute()
  return rows.map(fromRow)
}
