import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery, onlyRow } from '#db/compiled-query.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import { type AlertData, type AlertRecord, type AlertType, type Audience, CATEGORY_OF } from './alert.ts'
import type { AlertsTable } from '../notifications-tables.ts'

// Only Foyer writes these rows; the check is whether this version knows the type.
const TYPES = Object.keys(CATEGORY_OF) as AlertType[]
const Type = z.enum(TYPES as [AlertType])
const Parts = z.array(z.string())

/** The most alerts handled in one round. */
const ALERTS_PER_ROUND = 500

export function parseAlert(row: Selectable<AlertsTable>): AlertRecord {
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

const insertRow = defineQuery((db, row: Insertable<AlertsTable>) =>
  db.insertInto('alerts').values(row).returning('id'),
)

/** Returns its id. `told`: it has its destination already and is not fanned out. */
export async function insertAlert(
  tx: Tx,
  alert: AlertRow,
  state: AlertRecord['state'] = 'held',
): Promise<number> {
  const { created_at } = alert
  const rows = await insertRow(tx, {
    type: alert.type,
    audience: JSON.stringify(alert.audience),
    data: JSON.stringify(alert.data),
    topic: alert.topic,
    parts: JSON.stringify(alert.parts),
    state,
    created_at,
    told_at: state === 'told' ? created_at : null,
  })
  return onlyRow(rows).id
}

export async function deleteAlert(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('alerts').where('id', '=', id).execute()
}

export async function findAlert(db: Db, id: number): Promise<AlertRecord | undefined> {
  const row = await db.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && parseAlert(row)
}

/** In order of creation. Rows of a type that only a newer version knows are left for it. */
export async function listHeld(db: Db): Promise<AlertRecord[]> {
  const rows = await db
    .selectFrom('alerts')
    .selectAll()
    .where('state', '=', 'held')
    .where('type', 'in', TYPES)
    .orderBy('id')
    .limit(ALERTS_PER_ROUND)
    .execute()
  return rows.map(parseAlert)
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
  return rows.map(parseAlert)
}

/** Returns the alert's current state; undefined: it was deleted. */
export async function amendAlert(
  tx: Tx,
  id: number,
  { data, parts }: { data: AlertData; parts: readonly string[] },
): Promise<AlertRecord['state'] | undefined> {
  const row = await tx
    .updateTable('alerts')
    .set({ data: JSON.stringify(data), parts: JSON.stringify(parts) })
    .where('id', '=', id)
    .returning('state')
    .executeTakeFirst()
  return row?.state
}

/** The rows as they are now, in order of creation; alerts that were already fanned out are left out. */
export async function markFannedOut(tx: Tx, ids: readonly number[], now: string): Promise<AlertRecord[]> {
  const rows = await tx
    .updateTable('alerts')
    .set({ state: 'told', told_at: now })
    .where('id', 'in', ids)
    .where('state', '=', 'held')
    .returningAll()
    .execute()
  return rows.map(parseAlert).sort((a, b) => a.id - b.id)
}

/** Deletes alerts that were fanned out long ago, together with their sends. Those in a chat room are kept longer. */
export async function forgetAlerts(tx: Tx, before: { others: string; chat: string }): Promise<void> {
  await tx
    .deleteFrom('alerts')
    .where('created_at', '<', before.others)
    .where('state', '=', 'told')
    .where(eb =>
      eb.or([
        eb('created_at', '<', before.chat),
        eb.not(
          eb.exists(
            eb
              .selectFrom('alert_sends')
              .select('alert_sends.id')
              .whereRef('alert_sends.alert_id', '=', 'alerts.id')
              .where('channel', '=', 'chat_webhook'),
          ),
        ),
      ]),
    )
    .execute()
}
