import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import type { AlertsTable } from '#db/notification-tables.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import { type AlertData, type AlertRecord, type AlertType, type Audience, CATEGORY_OF } from './alert.ts'

// Rows are ours alone; what is checked is that a type is one this version knows.
const TYPES = Object.keys(CATEGORY_OF) as AlertType[]
const Type = z.enum(TYPES as [AlertType])
const Parts = z.array(z.string())

function parse(row: Selectable<AlertsTable>): AlertRecord {
  const { id, topic, state, created_at } = row
  return fromStorage(() => ({
    id,
    topic,
    state,
    created_at,
    type: Type.parse(row.type),
    audience: JSON.parse(row.audience) as Audience,
    data: JSON.parse(row.data) as AlertData,
    parts: Parts.parse(JSON.parse(row.parts)),
  }))
}

export interface AlertRow {
  type: AlertType
  audience: Audience
  data: AlertData
  topic: string | null
  parts: readonly string[]
  created_at: string
}

export async function insertAlert(tx: Tx, alert: AlertRow): Promise<number> {
  const { id } = await tx
    .insertInto('alerts')
    .values({
      type: alert.type,
      audience: JSON.stringify(alert.audience),
      data: JSON.stringify(alert.data),
      topic: alert.topic,
      parts: JSON.stringify(alert.parts),
      state: 'held',
      created_at: alert.created_at,
      told_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findAlert(db: Db, id: number): Promise<AlertRecord | undefined> {
  const row = await db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && parse(row)
}

/** In the order they came. What a newer Foyer left behind waits for it. */
export async function listHeld(db: Db): Promise<AlertRecord[]> {
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where('state', '=', 'held')
    .where('type', 'in', TYPES)
    .orderBy('id')
    .execute()
  return rows.map(parse)
}

/** Newest first. */
export async function recentOfTopic(db: Db, topic: string, since: string): Promise<AlertRecord[]> {
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where('topic', '=', topic)
    .where('created_at', '>', since)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(parse)
}

export async function amendAlert(
  tx: Tx,
  id: number,
  { data, parts }: { data: AlertData; parts: readonly string[] },
): Promise<void> {
  await tx
    .updateTable('alerts')
    .set({ data: JSON.stringify(data), parts: JSON.stringify(parts) })
    .where('id', '=', id)
    .execute()
}

/** False: it was told before, or is gone. */
export async function markTold(tx: Tx, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alerts')
    .set({ state: 'told', told_at: now })
    .where('id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** What was told long ago; its sendings go with it. */
export async function forgetAlerts(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('alerts').where('created_at', '<', before).where('state', '=', 'told').execute()
}
