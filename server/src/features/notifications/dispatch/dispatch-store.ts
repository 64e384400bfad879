import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { CONTENT_TYPES } from '../alerts/alert.ts'
import type { AlertSendsTable } from '../notifications-tables.ts'

export type SendRow = Selectable<AlertSendsTable>
type Channel = SendRow['channel']

export interface NewSend {
  alert_id: number
  channel: Channel
  /** Null: the household's. */
  user_id: number | null
  destination: string
}

/** Returns the new rows with their ids: a repeated fan-out adds no second row for a destination. */
export async function insertSends(tx: Tx, sends: readonly NewSend[], now: string): Promise<SendRow[]> {
  if (sends.length === 0) return []
  return tx
    .insertInto('alert_sends')
    .values(
      sends.map(send => ({
        ...send,
        state: 'pending' as const,
        attempts: 0,
        next_at: now,
        fence: null,
        interrupted_at: null,
        detail: null,
        receipt: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict(conflict => conflict.columns(['alert_id', 'channel', 'destination']).doNothing())
    .returningAll()
    .execute()
}

export async function findSend(db: Db, id: number): Promise<SendRow | undefined> {
  return db.selectFrom('alert_sends').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The number of distinct content alerts addressed to the devices of each of these people since then. */
export async function countContent(
  db: Db,
  user_ids: readonly number[],
  since: string,
): Promise<Map<number, number>> {
  if (user_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('alert_sends')
    .innerJoin('alerts', 'alerts.id', 'alert_sends.alert_id')
    .select(['alert_sends.user_id', sql<number>`count(distinct alert_sends.alert_id)`.as('total')])
    .where('alert_sends.user_id', 'in', user_ids)
    .where('alert_sends.channel', 'in', ['push', 'web_push'])
    .where('alert_sends.created_at', '>', since)
    .where('alerts.type', 'in', [...CONTENT_TYPES])
    .groupBy('alert_sends.user_id')
    .execute()
  return new Map(rows.map(row => [row.user_id ?? 0, row.total]))
}

/** Right before sending. False: claimed by another run, or already finished. */
export async function claimSend(
  tx: Tx,
  { id, fence, now }: { id: number; fence: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alert_sends')
    .set({ state: 'claimed', fence, attempts: sql`attempts + 1`, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Releases an abandoned claim and records that there was one. */
export async function reopenSend(
  tx: Tx,
  { id, fence, now }: { id: number; fence: string | null; now: string },
): Promise<void> {
  await tx
    .updateTable('alert_sends')
    .set({ state: 'pending', fence: null, interrupted_at: now, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', 'claimed')
    .where('fence', '=', fence)
    .execute()
}

export type Result =
  | { state: 'sent' | 'failed' | 'unconfirmed' | 'dropped'; detail: string | null }
  | { state: 'pending'; detail: string; next_at: string; attempts: number }

/** Stores the result. `fence`: the claim it belongs to, null if it was never sent. False: the claim was lost. */
export async function settleSend(
  tx: Tx,
  { id, fence, now }: { id: number; fence: string | null; now: string },
  result: Result,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('alert_sends')
    .set({ ...result, fence: null, updated_at: now })
    .where('id', '=', id)
    .where('state', '=', fence === null ? 'pending' : 'claimed')
    .where('fence', fence === null ? 'is' : '=', fence)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
