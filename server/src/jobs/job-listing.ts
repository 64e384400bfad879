import { sql } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { JobsTable } from './jobs-tables.ts'

/** The saved jobs of one kind, counted. */
export interface JobCounts {
  name: string
  running: number
  ready: number
  /** Of the ready ones, those that failed before. */
  retrying: number
  parked: number
  attention: number
  next_run_at: string | null
  last_reason: string | null
}

export type ListedJob = Pick<JobsTable, 'state' | 'reason' | 'attempts' | 'run_at' | 'updated_at'> & {
  id: number
  name: string
  created_at: string
  /** Another job of its lane runs. */
  lane_busy: boolean
}

export async function countByKind(db: Db): Promise<JobCounts[]> {
  const inState = (state: JobsTable['state']) => sql<boolean>`state = ${sql.lit(state)}`
  const reasons = await lastReasons(db)
  const rows = await db
    .selectFrom('jobs')
    .select(({ fn }) => [
      'name',
      fn.countAll<number>().filterWhere(inState('running')).as('running'),
      fn.countAll<number>().filterWhere(inState('ready')).as('ready'),
      fn.countAll<number>().filterWhere(inState('ready')).filterWhere('attempts', '>', 0).as('retrying'),
      fn.countAll<number>().filterWhere(inState('parked')).as('parked'),
      fn.countAll<number>().filterWhere(inState('attention')).as('attention'),
      fn.min<string | null>('run_at').filterWhere(inState('ready')).as('next_run_at'),
    ])
    .groupBy('name')
    .orderBy('name')
    .execute()
  return rows.map(row => ({ ...row, last_reason: reasons.get(row.name) ?? null }))
}

/** The newest reason of each kind. */
async function lastReasons(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('jobs')
    .select(['name', 'reason'])
    .where('reason', 'is not', null)
    .orderBy('updated_at')
    .execute()
  return new Map(rows.map(({ name, reason }) => [name, reason ?? '']))
}

export async function listJobsOf(
  db: Db,
  name: string,
  { after, limit }: { after: number; limit: number },
): Promise<ListedJob[]> {
  const rows = await listed(db)
    .where('jobs.name', '=', name)
    .where('jobs.id', '>', after)
    .orderBy('jobs.id')
    .limit(limit)
    .execute()
  return rows.map(asListed)
}

/** Null: it has ended. */
export async function findListedJob(db: Db, id: number): Promise<ListedJob | null> {
  const row = await listed(db).where('jobs.id', '=', id).executeTakeFirst()
  return row ? asListed(row) : null
}

function listed(db: Db) {
  return db
    .selectFrom('jobs')
    .select(['jobs.id', 'jobs.name', 'jobs.state', 'jobs.reason', 'jobs.attempts', 'jobs.run_at'])
    .select(['jobs.created_at', 'jobs.updated_at'])
    .select(({ selectFrom }) =>
      selectFrom('jobs as other')
        .select(({ fn }) => fn.countAll<number>().as('others'))
        .whereRef('other.lane', '=', 'jobs.lane')
        .whereRef('other.id', '!=', 'jobs.id')
        .where('other.state', '=', 'running')
        .as('others'),
    )
}

function asListed({ others, ...job }: Omit<ListedJob, 'lane_busy'> & { others: number | null }): ListedJob {
  return { ...job, lane_busy: (others ?? 0) > 0 }
}

/** Due now with its attempts reset, unless it runs, is parked or has ended in the meantime: false. */
export async function makeDue(tx: Tx, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({
      state: 'ready',
      attempts: 0,
      reason: null,
      updated_at: now,
      run_at: sql`case when run_at < ${now} then run_at else ${now} end`,
    })
    .where('id', '=', id)
    .where('state', 'in', ['ready', 'attention'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
