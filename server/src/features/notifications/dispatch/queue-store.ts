import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery } from '#db/compiled-query.ts'
import { parseAlert } from '../alerts/alert-store.ts'
import { type AlertRecord, type AlertType, CONTENT_TYPES } from '../alerts/alert.ts'
import type { SendHoldsTable } from '../notifications-tables.ts'
import type { SendRow } from './dispatch-store.ts'
import { CANCELLED } from './queue-rules.ts'

/** A place that alerts go to one after the other. */
export type QueuePlace = Pick<Selectable<SendHoldsTable>, 'channel' | 'destination'>

/** The oldest unsent row of a place, its alert, and until when the place takes nothing. */
export interface QueueFront {
  send: SendRow
  alert: AlertRecord
  hold_until: string | null
}

/** Runs for every send, so it is built once. A claimed row is always the oldest: it goes first. */
const frontRow = defineQuery((db, { channel, destination }: QueuePlace) => {
  const oldest = (state: SendRow['state']) =>
    db
      .selectFrom('alert_sends')
      .select('id')
      .where('channel', '=', channel)
      .where('destination', '=', destination)
      .where('state', '=', state)
      .orderBy('id')
      .limit(1)
  return db
    .selectFrom('alert_sends as send')
    .innerJoin('alerts as alert', 'alert.id', 'send.alert_id')
    .leftJoin('send_holds as hold', join =>
      join.on('hold.channel', '=', channel).on('hold.destination', '=', destination),
    )
    .selectAll('send')
    .select([
      'alert.type',
      'alert.audience',
      'alert.data',
      'alert.topic',
      'alert.parts',
      'alert.state as alert_state',
      'alert.created_at as raised_at',
      'alert.told_at',
      'hold.until as hold_until',
    ])
    .where('send.id', '=', eb => eb.fn.coalesce(oldest('claimed'), oldest('pending')))
})

export async function findFront(db: Db, { channel, destination }: QueuePlace): Promise<QueueFront | null> {
  const [row] = await frontRow(db, { channel, destination })
  if (!row) return null
  const { type, audience, data, topic, parts, told_at, raised_at, alert_state, hold_until, ...send } = row
  const text = { type, audience, data, topic, parts, told_at }
  const alert = parseAlert({ ...text, id: send.alert_id, state: alert_state, created_at: raised_at })
  return { send, alert, hold_until }
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

/** Rows under way stay, but are marked: if they turn out unsent, they are dropped too. */
export async function dropUnsent(
  tx: Tx,
  { channel, destination, types }: Unsent,
  now: string,
): Promise<void> {
  const isPending = sql<boolean>`state = 'pending'`
  let rows = tx
    .updateTable('alert_sends')
    .set({
      state: sql`case when ${isPending} then 'dropped' else state end`,
      updated_at: sql`case when ${isPending} then ${now} else updated_at end`,
      detail: CANCELLED,
    })
    .where('channel', '=', channel)
    .where('state', 'in', ['pending', 'claimed'])
  if (destination !== undefined) rows = rows.where('destination', '=', destination)
  if (types) {
    rows = rows.where('alert_id', 'in', eb =>
      eb.selectFrom('alerts').select('alerts.id').where('type', 'in', types),
    )
  }
  await rows.execute()
}

/** Whether it was cancelled while it was under way. Written, not read: nobody can cancel it after this answer. */
export async function lockUnlessCancelled(tx: Tx, id: number): Promise<boolean> {
  const row = await tx
    .updateTable('alert_sends')
    .set({ fence: sql`fence` })
    .where('id', '=', id)
    .returning(['state', 'detail'])
    .executeTakeFirst()
  return row?.state !== 'claimed' || row.detail !== CANCELLED
}

/** Newest first. */
export async function latestSends(db: Db, channel: QueuePlace['channel'], limit: number) {
  return db
    .selectFrom('alert_sends')
    .innerJoin('alerts', 'alerts.id', 'alert_sends.alert_id')
    .leftJoin('send_holds', join =>
      join
        .onRef('send_holds.channel', '=', 'alert_sends.channel')
        .onRef('send_holds.destination', '=', 'alert_sends.destination'),
    )
    .selectAll('alert_sends')
    .select([
      'alerts.data',
      'alerts.topic',
      'alerts.created_at as raised_at',
      'send_holds.until as hold_until',
    ])
    .where('alert_sends.channel', '=', channel)
    .orderBy('alert_sends.id', 'desc')
    .limit(limit)
    .execute()
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

/** Those that have ended, and those that end later than any can: they were saved while the clock was wrong. */
export async function forgetHolds(tx: Tx, { now, latest }: { now: string; latest: string }): Promise<void> {
  await tx
    .deleteFrom('send_holds')
    .where(eb => eb.or([eb('until', '<', now), eb('until', '>', latest)]))
    .execute()
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
