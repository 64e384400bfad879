import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { AlertType } from '../alerts/alert.ts'
import { CONTENT_TYPES } from '../alerts/alert.ts'
import type { SendHoldsTable } from '../notifications-tables.ts'
import type { SendRow } from './dispatch-store.ts'

/** A place that alerts go to one after the other. */
export type QueuePlace = Pick<Selectable<SendHoldsTable>, 'channel' | 'destination'>

/** The oldest row that is neither sent nor given up. */
export async function findHead(db: Db, { channel, destination }: QueuePlace): Promise<SendRow | undefined> {
  return db
    .selectFrom('alert_sends')
    .selectAll()
    .where('channel', '=', channel)
    .where('destination', '=', destination)
    .where('state', 'in', ['pending', 'claimed'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Whether this fact was reported on this channel before. */
export async function isReported(
  db: Db,
  { channel, receipt }: { channel: QueuePlace['channel']; receipt: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('alert_sends')
    .select('id')
    .where('channel', '=', channel)
    .where('receipt', '=', receipt)
    .executeTakeFirst()
  return row !== undefined
}

export interface ReportedSend extends QueuePlace {
  alert_id: number
  user_id: number | null
  receipt: string
}

/** False: the fact was reported by another transaction meanwhile. */
export async function insertReported(tx: Tx, send: ReportedSend, now: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('alert_sends')
    .values({
      ...send,
      state: 'pending',
      attempts: 0,
      next_at: now,
      fence: null,
      interrupted_at: null,
      detail: null,
      created_at: now,
      updated_at: now,
    })
    // A violated constraint would end the whole transaction on PostgreSQL.
    .onConflict(conflict => conflict.columns(['channel', 'receipt']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The places of an alert that have not received it, in a fixed order: they are locked one after the other. */
export async function unsentPlaces(db: Db, alert_id: number): Promise<QueuePlace[]> {
  const rows = await db
    .selectFrom('alert_sends')
    .select(['channel', 'destination'])
    .where('alert_id', '=', alert_id)
    .where('state', '=', 'pending')
    .orderBy('channel')
    .orderBy('destination')
    .execute()
  return rows.flatMap(({ channel, destination }) =>
    channel === 'chat_webhook' || channel === 'destination' ? [{ channel, destination }] : [],
  )
}

export interface Unsent {
  channel: QueuePlace['channel']
  destination?: string
  types?: readonly AlertType[]
}

export async function dropUnsent(
  tx: Tx,
  { channel, destination, types }: Unsent,
  { now, detail }: { now: string; detail: string },
): Promise<void> {
  let rows = tx
    .updateTable('alert_sends')
    .set({ state: 'dropped', detail, updated_at: now })
    .where('channel', '=', channel)
    .where('state', '=', 'pending')
  if (destination !== undefined) rows = rows.where('destination', '=', destination)
  if (types) {
    rows = rows.where('alert_id', 'in', eb =>
      eb.selectFrom('alerts').select('alerts.id').where('type', 'in', types),
    )
  }
  await rows.execute()
}

/** Newest first. */
export async function latestSends(db: Db, channel: QueuePlace['channel'], limit: number) {
  return db
    .selectFrom('alert_sends')
    .innerJoin('alerts', 'alerts.id', 'alert_sends.alert_id')
    .selectAll('alert_sends')
    .select(['alerts.data', 'alerts.topic', 'alerts.created_at as alerted_at'])
    .where('channel', '=', channel)
    .orderBy('alert_sends.id', 'desc')
    .limit(limit)
    .execute()
}

export async function findHold(db: Db, { channel, destination }: QueuePlace): Promise<string | null> {
  const row = await db
    .selectFrom('send_holds')
    .select('until')
    .where('channel', '=', channel)
    .where('destination', '=', destination)
    .executeTakeFirst()
  return row?.until ?? null
}

export async function saveHold(tx: Tx, { channel, destination }: QueuePlace, until: string): Promise<void> {
  await tx
    .insertInto('send_holds')
    .values({ channel, destination, until })
    .onConflict(conflict => conflict.columns(['channel', 'destination']).doUpdateSet({ until }))
    .execute()
}

/** For a place that may be another one now. */
export async function endHolds(
  tx: Tx,
  { channel, destination }: Pick<Unsent, 'channel' | 'destination'>,
): Promise<void> {
  let rows = tx.deleteFrom('send_holds').where('channel', '=', channel)
  if (destination !== undefined) rows = rows.where('destination', '=', destination)
  await rows.execute()
}

export async function forgetHolds(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('send_holds').where('until', '<', now).execute()
}

/** The number of content alerts addressed to each of these places since then. */
export async function countContentOfPlaces(
  db: Db,
  destinations: readonly string[],
  since: string,
): Promise<Map<string, number>> {
  if (destinations.length === 0) return new Map()
  const rows = await db
    .selectFrom('alert_sends')
    .innerJoin('alerts', 'alerts.id', 'alert_sends.alert_id')
    .select(eb => ['alert_sends.destination', eb.fn.countAll<number>().as('total')])
    .where('alert_sends.channel', '=', 'destination')
    .where('alert_sends.destination', 'in', destinations)
    .where('alert_sends.created_at', '>', since)
    .where('alerts.type', 'in', [...CONTENT_TYPES])
    .groupBy('alert_sends.destination')
    .execute()
  return new Map(rows.map(row => [row.destination, row.total]))
}
