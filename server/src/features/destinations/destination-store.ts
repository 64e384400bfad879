import type { DestinationKind } from '@foyer/contract/destinations/destination'
import { ALERT_CATEGORIES, type AlertCategory } from '@foyer/contract/notifications'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#db/database.ts'
import type { DestinationsTable } from './destinations-tables.ts'

/** Whose destinations: one person's, or the household's (null). */
export type OwnerId = number | null

export interface StoredDestination {
  id: string
  owner_id: OwnerId
  kind: DestinationKind
  name: string
  enabled: boolean
  events: AlertCategory[]
  config_box: string
  target: string
  has_secret: boolean
  confirmed: boolean
  last_sent_at: string | null
  failing_since: string | null
  last_error: string | null
}

/** A category that a later version dropped is left out, not an error. */
const StoredEvents = z.array(z.string())
const isCategory = (one: string): one is AlertCategory => ALERT_CATEGORIES.some(known => known === one)

function fromRow(row: Selectable<DestinationsTable>): StoredDestination {
  return {
    ...row,
    enabled: row.enabled === 1,
    events: StoredEvents.parse(JSON.parse(row.events)).filter(isCategory),
    has_secret: row.has_secret === 1,
    confirmed: row.confirmed === 1,
  }
}

function ofOwner(db: Db, owner_id: OwnerId) {
  const query = db.selectFrom('destinations')
  return owner_id === null ? query.where('owner_id', 'is', null) : query.where('owner_id', '=', owner_id)
}

/** In the order in which they were added. */
export async function listDestinations(db: Db, owner_id: OwnerId): Promise<StoredDestination[]> {
  const rows = await ofOwner(db, owner_id).selectAll().orderBy('created_at').orderBy('id').execute()
  return rows.map(fromRow)
}

export async function countDestinations(db: Db, owner_id: OwnerId): Promise<number> {
  const { count } = await ofOwner(db, owner_id)
    .select(eb => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findDestination(db: Db, id: string): Promise<StoredDestination | undefined> {
  const row = await db.selectFrom('destinations').selectAll().where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

/** Undefined: there is none of this owner. */
export async function findOwned(
  db: Db,
  owner_id: OwnerId,
  id: string,
): Promise<StoredDestination | undefined> {
  const found = await findDestination(db, id)
  return found?.owner_id === owner_id ? found : undefined
}

/** The enabled and confirmed ones of the household and of these people, with the owners' roles. */
export async function listListening(db: Db, user_ids: readonly number[]) {
  const rows = await db
    .selectFrom('destinations')
    .leftJoin('users', 'users.id', 'destinations.owner_id')
    .selectAll('destinations')
    .select('users.role as owner_role')
    .where('destinations.enabled', '=', 1)
    .where('destinations.confirmed', '=', 1)
    .where(eb =>
      eb.or([
        eb('destinations.owner_id', 'is', null),
        ...(user_ids.length > 0 ? [eb('destinations.owner_id', 'in', user_ids)] : []),
      ]),
    )
    .orderBy('destinations.created_at')
    .orderBy('destinations.id')
    .execute()
  return rows.map(({ owner_role, ...row }) => ({ ...fromRow(row), owner_role }))
}

type Written = Pick<
  StoredDestination,
  'name' | 'enabled' | 'events' | 'config_box' | 'target' | 'has_secret' | 'confirmed'
>

function toColumns(written: Written) {
  return {
    name: written.name,
    enabled: flag(written.enabled),
    events: JSON.stringify(written.events),
    config_box: written.config_box,
    target: written.target,
    has_secret: flag(written.has_secret),
    confirmed: flag(written.confirmed),
  }
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

export interface NewDestination extends Written {
  id: string
  owner_id: OwnerId
  kind: DestinationKind
}

export async function insertDestination(tx: Tx, destination: NewDestination, at: string): Promise<void> {
  const { id, owner_id, kind } = destination
  await tx
    .insertInto('destinations')
    .values({
      id,
      owner_id,
      kind,
      ...toColumns(destination),
      confirm_hash: null,
      confirm_until: null,
      last_sent_at: null,
      failing_since: null,
      last_error: null,
      created_at: at,
      updated_at: at,
    })
    .execute()
}

export async function updateDestination(
  tx: Tx,
  id: string,
  change: Written & {
    /** Another address or secret: what is known about the earlier one no longer counts. */
    is_other_place: boolean
    /** A link for an earlier address must not confirm this one. */
    voids_link: boolean
  },
  at: string,
): Promise<void> {
  await tx
    .updateTable('destinations')
    .set({
      ...toColumns(change),
      updated_at: at,
      ...(change.is_other_place && { last_sent_at: null, failing_since: null, last_error: null }),
      ...(change.voids_link && { confirm_hash: null, confirm_until: null }),
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteDestination(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('destinations').where('id', '=', id).execute()
}

/** A send that ends after the address changed says nothing about the new one: `config_box` must be the same. */
interface Sent {
  id: string
  config_box: string
  at: string
}

export async function noteSent(tx: Tx, { id, config_box, at }: Sent): Promise<void> {
  await tx
    .updateTable('destinations')
    .set({ last_sent_at: at, failing_since: null, last_error: null })
    .where('id', '=', id)
    .where('config_box', '=', config_box)
    .execute()
}

/** The first of consecutive failures sets the date. */
export async function noteFailing(
  tx: Tx,
  { id, config_box, at, error }: Sent & { error: string },
): Promise<void> {
  await tx
    .updateTable('destinations')
    .set(eb => ({ failing_since: eb.fn.coalesce('failing_since', eb.val(at)), last_error: error }))
    .where('id', '=', id)
    .where('config_box', '=', config_box)
    .execute()
}

/**
 * The hash of a link that was sent to this address; an earlier one stops working. Of two that are sent at the same time
 * the one that was asked for later stays.
 */
export async function saveConfirmLink(
  tx: Tx,
  link: { id: string; config_box: string; hash: string; until: string },
): Promise<void> {
  await tx
    .updateTable('destinations')
    .set({ confirm_hash: link.hash, confirm_until: link.until })
    .where('id', '=', link.id)
    .where('config_box', '=', link.config_box)
    .where('confirmed', '=', 0)
    .where(eb => eb.or([eb('confirm_until', 'is', null), eb('confirm_until', '<=', link.until)]))
    .execute()
}

/** Confirms the address of this link. False: the link is unknown, used or too old. */
export async function confirmByLink(tx: Tx, link: { hash: string; now: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('destinations')
    .set({ confirmed: 1, confirm_hash: null, confirm_until: null, updated_at: link.now })
    .where('confirm_hash', '=', link.hash)
    .where('confirm_until', '>', link.now)
    .executeTakeFirst()
  return numUpdatedRows > 0
}
