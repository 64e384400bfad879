import { type Expression, sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import { defineQuery, onlyRow } from '#db/compiled-query.ts'
import type { JobsTable } from './jobs-tables.ts'

export interface NewJob {
  name: string
  /** JSON text. */
  payload: string
  dedupe_key?: string | undefined
  lane?: string | undefined
  run_at?: string | undefined
  now: string
}

/** Identifies an unfinished job by its subject. */
export interface JobKey {
  name: string
  dedupe_key: string
}

export type JobView = Pick<JobsTable, 'state' | 'reason' | 'attempts' | 'run_at'> & { id: number }

const RESTING = sql<boolean>`jobs.state in ('parked', 'attention')`

function earlier(a: Expression<string>, b: Expression<string>): Expression<string> {
  return sql<string>`case when ${a} < ${b} then ${a} else ${b} end`
}

type JobRow = Pick<JobsTable, 'payload' | 'dedupe_key' | 'lane' | 'run_at'> & { name: string; now: string }

const insertOrJoin = defineQuery((db, { name, payload, dedupe_key, lane, run_at, now }: JobRow) => {
  const wanted = sql<string>`excluded.run_at`
  return db
    .insertInto('jobs')
    .values({
      name,
      payload,
      dedupe_key,
      lane,
      state: 'ready',
      attempts: 0,
      run_at,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict =>
      conflict.columns(['name', 'dedupe_key']).doUpdateSet({
        payload,
        lane,
        updated_at: now,
        wanted_at: sql`case when jobs.state = 'running'
          then ${earlier(sql`coalesce(jobs.wanted_at, excluded.run_at)`, wanted)} end`,
        run_at: sql`case when ${RESTING} then excluded.run_at
          when jobs.state = 'ready' and jobs.attempts = 0 then ${earlier(sql`jobs.run_at`, wanted)}
          else jobs.run_at end`,
        attempts: sql`case when ${RESTING} then 0 else jobs.attempts end`,
        reason: sql`case when ${RESTING} then null else jobs.reason end`,
        state: sql`case when ${RESTING} then 'ready' else jobs.state end`,
      }),
    )
    .returning('id')
})

/**
 * Saves a job and returns its id. An unfinished job with the same name and key is reused: it takes the newer payload,
 * and moves forward if that is earlier; a resting one is woken; a running one runs again. A job in backoff keeps its
 * time, because the upstream's problem still exists (1:3); `wakeJob` skips the backoff.
 */
export async function enqueueJob(tx: Tx, job: NewJob): Promise<number> {
  const { name, payload, now, run_at = now, lane = null, dedupe_key = null } = job
  return onlyRow(await insertOrJoin(tx, { name, payload, dedupe_key, lane, run_at, now })).id
}

/**
 * C6: due now with its attempts reset: for a parked job whose external event arrived, and for one in `attention` or
 * backoff that a person wants to retry. A running one runs again. False: no such job.
 */
export async function wakeJob(tx: Tx, { name, dedupe_key }: JobKey, now: string): Promise<boolean> {
  const running = sql<boolean>`state = 'running'`
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({
      wanted_at: sql`case when ${running} then ${now} end`,
      woken_at: sql`case when ${running} then ${now} end`,
      run_at: sql`case when ${running} or run_at < ${now} then run_at else ${now} end`,
      attempts: sql`case when ${running} then attempts else 0 end`,
      reason: null,
      state: sql`case when ${running} then state else 'ready' end`,
      updated_at: now,
    })
    .where('name', '=', name)
    .where('dedupe_key', '=', dedupe_key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the job. A running one loses its lease and can no longer write. False: no such job. */
export async function cancelJob(tx: Tx, { name, dedupe_key }: JobKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('jobs')
    .where('name', '=', name)
    .where('dedupe_key', '=', dedupe_key)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Null: no unfinished job with that name and key. */
export async function findJob(db: Db, { name, dedupe_key }: JobKey): Promise<JobView | null> {
  const row = await db
    .selectFrom('jobs')
    .select(['id', 'state', 'reason', 'attempts', 'run_at'])
    .where('name', '=', name)
    .where('dedupe_key', '=', dedupe_key)
    .executeTakeFirst()
  return row ?? null
}

/** When the next job with one of these names is due, possibly in the past; null when none waits. */
export async function nextDueAt(db: Db, names: readonly string[]): Promise<string | null> {
  if (names.length === 0) return null
  const row = await db
    .selectFrom('jobs')
    .select('run_at')
    .where('state', '=', 'ready')
    .where('name', 'in', names)
    .orderBy('run_at')
    .limit(1)
    .executeTakeFirst()
  return row?.run_at ?? null
}

/** The names of saved jobs beyond these: left by another version of Foyer, which knows them. */
export async function listOtherNames(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('jobs')
    .select('name')
    .distinct()
    .$if(names.length > 0, query => query.where('name', 'not in', names))
    .execute()
  return rows.map(row => row.name)
}
