import { WINDOW_DAYS } from '@foyer/contract/request-quotas'
import { z } from 'zod'
import type { Insertable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery } from '#db/compiled-query.ts'
import { fromStorage } from '#kit/storage-fault.ts'
import type { AllowanceKey, Limit } from './allowance-rules.ts'
import type { Spent, Unit } from './quota-rules.ts'
import type { RequestChargesTable } from './request-quotas-tables.ts'

const WindowDays = z.literal(WINDOW_DAYS)

const overrides = defineQuery((db, { user_id }: { user_id: number }) =>
  db
    .selectFrom('request_quota_overrides')
    .select(['media_type', 'book_format', 'count', 'window_days'])
    .where('user_id', '=', user_id),
)

export async function overridesOf(db: Db, user_id: number): Promise<(AllowanceKey & Limit)[]> {
  const rows = await overrides(db, { user_id })
  return rows.map(row => ({ ...row, window_days: fromStorage(() => WindowDays.parse(row.window_days)) }))
}

export async function replaceOverrides(
  tx: Tx,
  user_id: number,
  rules: readonly (AllowanceKey & Limit)[],
): Promise<void> {
  await tx.deleteFrom('request_quota_overrides').where('user_id', '=', user_id).execute()
  if (rules.length === 0) return
  const rows = rules.map(({ media_type, book_format, count, window_days }) => ({
    user_id,
    media_type,
    book_format,
    count,
    window_days,
  }))
  await tx.insertInto('request_quota_overrides').values(rows).execute()
}

/**
 * Charges to read: everything after a moment, or the charges of some units. Never both: each condition has its own
 * index, and the planner must not have to guess.
 */
export type SpentScope = AllowanceKey & ({ after: string } | { units: readonly string[] })

const spent = defineQuery((db, { user_id, scopes }: { user_id: number; scopes: readonly SpentScope[] }) =>
  db
    .selectFrom('request_charges')
    .select(['media_type', 'book_format', 'instance_id', 'unit', 'charged_at'])
    .distinct()
    .where('user_id', '=', user_id)
    .where('refunded_at', 'is', null)
    .where('reset_at', 'is', null)
    .where(eb =>
      eb.or(
        scopes.map(scope =>
          eb.and([
            eb('media_type', '=', scope.media_type),
            eb('book_format', '=', scope.book_format),
            'units' in scope ? eb('unit', 'in', scope.units) : eb('charged_at', '>', scope.after),
          ]),
        ),
      ),
    ),
)

/** This person's charges that were neither refunded nor reset; requests that share a unit count it once. */
export async function spentBy(db: Db, user_id: number, scopes: readonly SpentScope[]): Promise<Spent[]> {
  return scopes.length === 0 ? [] : spent(db, { user_id, scopes })
}

/** The units this request already holds for this person, reset or not; they are not charged again. */
export async function unitsHeldBy(db: Db, user_id: number, request_id: number): Promise<Unit[]> {
  return db
    .selectFrom('request_charges')
    .select(['media_type', 'book_format', 'instance_id', 'unit'])
    .where('request_id', '=', request_id)
    .where('user_id', '=', user_id)
    .where('refunded_at', 'is', null)
    .execute()
}

const insertRows = defineQuery((db, rows: readonly Insertable<RequestChargesTable>[]) =>
  db.insertInto('request_charges').values([...rows]),
)

export async function insertCharges(
  tx: Tx,
  { user_id, request_id }: { user_id: number; request_id: number },
  charges: readonly Spent[],
): Promise<void> {
  const rows = charges.map(({ media_type, book_format, instance_id, unit, charged_at }) => ({
    user_id,
    request_id,
    media_type,
    book_format,
    instance_id,
    unit,
    charged_at,
    began: 0 as const,
    refunded_at: null,
    reset_at: null,
  }))
  await insertRows(tx, rows)
}

/** The charges of a request that goes to another library: as many as before, at the same time. */
export async function moveCharges(tx: Tx, request_id: number, instance_id: string): Promise<void> {
  await tx.updateTable('request_charges').set({ instance_id }).where('request_id', '=', request_id).execute()
}

/** The charges of a request: all, one person's, one format's, or some units'. */
export interface ChargeScope {
  request_id: number
  user_id?: number | undefined
  format?: AllowanceKey['book_format'] | undefined
  units?: readonly string[] | undefined
}

/** 1:4.9.4: never cleared. Refunded charges are not marked. */
export async function markBegun(tx: Tx, scope: ChargeScope): Promise<void> {
  await changeCharges(tx, scope, { began: 1 })
}

/** A single statement, so that a marker set at the same time is respected. Returns the people who got units back. */
export async function markRefunded(tx: Tx, scope: ChargeScope, refunded_at: string): Promise<number[]> {
  const rows = await changeCharges(tx, scope, { refunded_at })
  return [...new Set(rows.map(row => row.user_id))]
}

async function changeCharges(tx: Tx, scope: ChargeScope, change: { began: 1 } | { refunded_at: string }) {
  const { request_id, user_id, format, units } = scope
  if (units?.length === 0) return []
  return tx
    .updateTable('request_charges')
    .set(change)
    .where('request_id', '=', request_id)
    .where('refunded_at', 'is', null)
    .where('began', '=', 0)
    .$if(user_id !== undefined, query => query.where('user_id', '=', user_id ?? 0))
    .$if(format !== undefined, query => query.where('book_format', '=', format ?? ''))
    .$if(units !== undefined, query => query.where('unit', 'in', units ?? []))
    .returning('user_id')
    .execute()
}

/** Rows are kept; a date takes them out of every window, and the reset itself is recorded (1:4.9.6). */
export async function resetAllowances(
  tx: Tx,
  { user_id, reset_by, reset_at }: { user_id: number; reset_by: number; reset_at: string },
  keys: readonly AllowanceKey[],
): Promise<void> {
  for (const { media_type, book_format } of keys) {
    await tx
      .updateTable('request_charges')
      .set({ reset_at })
      .where('user_id', '=', user_id)
      .where('media_type', '=', media_type)
      .where('book_format', '=', book_format)
      .where('reset_at', 'is', null)
      .execute()
    await tx
      .insertInto('request_quota_resets')
      .values({ user_id, media_type, book_format, reset_by, reset_at })
      .execute()
  }
}

export async function everybody(db: Db): Promise<number[]> {
  return (await db.selectFrom('users').select('id').execute()).map(row => row.id)
}
