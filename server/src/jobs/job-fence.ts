import { type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Tx } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'

/**
 * The writes of a claim. Every function here uses `where id = ? and leased_by = ?` and returns whether the claim was
 * still valid; false or null means stop, because another process has the job or it was cancelled (1:3).
 */
export interface Fence {
  id: number
  leased_by: string
}

type Change = UpdateObject<Tables, 'jobs'>

export const FREE = { leased_by: null, leased_until: null, wanted_at: null, woken_at: null } as const

/** C6: a wake during the run resets the attempts, whatever the outcome. */
export function attemptsAfter(attempts: RawBuilder<number>): RawBuilder<number> {
  return sql<number>`case when woken_at is null then ${attempts} else 0 end`
}

function fenced(tx: Tx, fence: Fence, change: Change) {
  return tx
    .updateTable('jobs')
    .set(change)
    .where('id', '=', fence.id)
    .where('leased_by', '=', fence.leased_by)
}

async function update(tx: Tx, fence: Fence, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await fenced(tx, fence, change).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns when it runs next. */
async function reschedule(tx: Tx, fence: Fence, change: Change): Promise<string | null> {
  const row = await fenced(tx, fence, { ...change, ...FREE, state: 'ready' })
    .returning('run_at')
    .executeTakeFirst()
  return row?.run_at ?? null
}

export function renew(tx: Tx, fence: Fence, until: string): Promise<boolean> {
  return update(tx, fence, { leased_until: until })
}

/**
 * Deletes the row: slices keep their own history. If it was enqueued again during the run, the row stays (enqueueJob).
 */
export async function finish(tx: Tx, fence: Fence, now: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('jobs')
    .where('id', '=', fence.id)
    .where('leased_by', '=', fence.leased_by)
    .where('wanted_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n || runAgainIfEnqueued(tx, fence, now)
}

export interface Later {
  run_at: string
  reason: string
  now: string
}

/**
 * The attempt stays counted, and the retry covers everything enqueued in the meantime. A wake during the run makes it
 * due at once, with its attempts from 0 (C6).
 */
export function retryLater(tx: Tx, fence: Fence, { run_at, reason, now }: Later): Promise<string | null> {
  return reschedule(tx, fence, {
    run_at: sql<string>`coalesce(woken_at, ${run_at})`,
    attempts: attemptsAfter(sql`attempts`),
    reason: sql<string | null>`case when woken_at is null then ${reason} end`,
    updated_at: now,
  })
}

/** Recurring work: the same row at its next time, or earlier when it was enqueued again in the meantime. */
export function runAgain(
  tx: Tx,
  fence: Fence,
  { run_at, now }: Omit<Later, 'reason'>,
): Promise<string | null> {
  const next = sql<string>`case when wanted_at < ${run_at} then wanted_at else ${run_at} end`
  return reschedule(tx, fence, { run_at: next, attempts: 0, reason: null, updated_at: now })
}

/** Rests until woken. If it was enqueued again during the run it wakes at once, otherwise that would be missed. */
export async function rest(
  tx: Tx,
  fence: Fence,
  { state, reason, now }: { state: 'parked' | 'attention'; reason: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await fenced(tx, fence, { ...FREE, state, reason, updated_at: now })
    .where('wanted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n || runAgainIfEnqueued(tx, fence, now)
}

/**
 * Interrupted, not failed: due as before, and the attempt does not count. The next run starts after everything
 * enqueued during this one, and so covers it.
 */
export function giveBack(tx: Tx, fence: Fence, now: string): Promise<boolean> {
  return update(tx, fence, {
    ...FREE,
    state: 'ready',
    attempts: attemptsAfter(sql`attempts - 1`),
    updated_at: now,
  })
}

async function runAgainIfEnqueued(tx: Tx, fence: Fence, now: string): Promise<boolean> {
  const { numUpdatedRows } = await fenced(tx, fence, {
    ...FREE,
    state: 'ready',
    run_at: sql<string>`wanted_at`,
    attempts: 0,
    reason: null,
    updated_at: now,
  })
    .where('wanted_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
