import { type ExpressionBuilder, sql } from 'kysely'
import type { Engine, Tx } from '#db/database.ts'
import { defineQuery, onlyRow } from '#db/compiled-query.ts'
import type { Tables } from '#db/tables.ts'
import { newId } from '#kit/ids.ts'
import { attemptsAfter, FREE } from './job-fence.ts'
import { acquireLease, laneLease } from './leases.ts'

export interface ClaimRequest {
  engine: Engine
  owner: string
  /** The jobs this process can run; others are left for a process that knows them. */
  names: readonly string[]
  now: string
  /** By the lease clock: leases that ended before it are void, and new ones start from it. */
  lease_now: string
  lease_until: string
  limit: number
  /** Only this job, if it is due and its lane is free. */
  only?: number
}

export interface ClaimedJob {
  id: number
  name: string
  payload: string
  /** Counts from 1. */
  attempt: number
  lane: string | null
  /** Unique to this claim; every write is fenced by it. */
  leased_by: string
}

/**
 * Claims due jobs, oldest first and at most one per lane, with the leases of their lanes, in one transaction. A job
 * whose lease expired is due again. On PostgreSQL callers hold the claim lock, so two never take lanes in opposite
 * order; rows locked by another transaction are skipped, so that it never has to wait.
 */
export async function claimDue(tx: Tx, request: ClaimRequest): Promise<ClaimedJob[]> {
  if (request.names.length === 0 || request.limit <= 0) return []
  const { now, lease_now } = request
  if ((await anyDue(tx, { now, lease_now })).length === 0) return []
  const ids = await selectCandidates(tx, request)
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('jobs')
    .select(['id', 'lane'])
    .where('id', 'in', ids)
    .where(isDue(request))
    .orderBy('run_at')
    .orderBy('id')
    .$if(request.engine === 'postgres', query => query.forUpdate().skipLocked())
    .execute()
  const claimed: ClaimedJob[] = []
  for (const row of rows) {
    const job = await claimRow(tx, row, request)
    if (job) claimed.push(job)
  }
  return claimed
}

function isDue({ now, lease_now }: Pick<ClaimRequest, 'now' | 'lease_now'>) {
  return (eb: ExpressionBuilder<Tables, 'jobs'>) =>
    eb.or([
      eb.and([eb('state', '=', 'ready'), eb('run_at', '<=', now)]),
      eb.and([eb('state', '=', 'running'), eb('leased_until', '<=', lease_now)]),
    ])
}

/** Usually no job is due: a look at the index is much faster than choosing candidates. */
const anyDue = defineQuery((db, times: Pick<ClaimRequest, 'now' | 'lease_now'>) =>
  db.selectFrom('jobs').select('id').where(isDue(times)).limit(1),
)

type Candidacy = Pick<ClaimRequest, 'names' | 'now' | 'lease_now' | 'limit'> & { only: number | undefined }

/** Runs whenever something may be due, so it is built once. */
const candidates = defineQuery((db, { names, now, lease_now, limit, only }: Candidacy) => {
  const free = db
    .selectFrom('jobs')
    .select([
      'id',
      'run_at',
      sql<number>`row_number() over (partition by coalesce(lane, 'job:' || id) order by run_at, id)`.as(
        'place_in_lane',
      ),
    ])
    .where('name', 'in', names)
    .where(isDue({ now, lease_now }))
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('leases')
            .select('leases.name')
            .where('leases.name', '=', sql<string>`${laneLease('')} || jobs.lane`)
            .where('leases.leased_until', '>', lease_now),
        ),
      ),
    )
    .$if(only !== undefined, query => query.where('id', '=', only ?? 0))
  return db
    .selectFrom(free.as('free'))
    .select('id')
    .where('place_in_lane', '=', 1)
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit)
})

async function selectCandidates(tx: Tx, request: ClaimRequest): Promise<number[]> {
  const { names, now, lease_now, limit, only } = request
  return (await candidates(tx, { names, now, lease_now, limit, only })).map(row => row.id)
}

type Leasing = { id: number; leased_by: string } & Pick<ClaimRequest, 'lease_until' | 'now'>

const lease = defineQuery((db, { id, leased_by, lease_until, now }: Leasing) =>
  db
    .updateTable('jobs')
    .set({
      // This run also covers repeats that were requested during an earlier run whose lease has ended.
      ...FREE,
      state: 'running',
      leased_by,
      leased_until: lease_until,
      // Counted at the start: an attempt that crashes the process is an attempt too.
      attempts: sql<number>`${attemptsAfter(sql`attempts`)} + 1`,
      updated_at: now,
    })
    .where('id', '=', id)
    .returning(['name', 'payload', 'attempts']),
)

async function claimRow(
  tx: Tx,
  { id, lane }: { id: number; lane: string | null },
  { owner, now, lease_now, lease_until }: ClaimRequest,
): Promise<ClaimedJob | null> {
  const leasedBy = newId(owner)
  if (lane !== null) {
    const of_lane = { name: laneLease(lane), owner: leasedBy, now: lease_now, until: lease_until }
    if (!(await acquireLease(tx, of_lane))) return null
  }
  const { name, payload, attempts } = onlyRow(await lease(tx, { id, leased_by: leasedBy, lease_until, now }))
  return { id, name, payload, attempt: attempts, lane, leased_by: leasedBy }
}

/** C1: one process owns a SQLite folder, so at its start every lease belongs to an earlier run and is void. */
export async function releaseAllLeases(tx: Tx, now: string): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ ...FREE, state: 'ready', attempts: attemptsAfter(sql`attempts`), updated_at: now })
    .where('state', '=', 'running')
    .execute()
  await tx.deleteFrom('leases').execute()
}
