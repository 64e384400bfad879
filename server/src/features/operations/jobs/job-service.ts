import type { JobKind, OperatedJob } from '@foyer/contract/operations/jobs'
import type { Database } from '#db/database.ts'
import type { JobCounts, Jobs, ListedJob } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { canRunNow, waitsFor } from './job-rules.ts'

const NONE = {
  running: 0,
  ready: 0,
  retrying: 0,
  parked: 0,
  attention: 0,
  next_run_at: null,
  last_reason: null,
}

/** Background jobs, for whoever runs the server. */
export function createJobOperations(parts: { database: Database; clock: Clock; jobs: Jobs }) {
  const { database, clock, jobs } = parts

  const present = ({ lane_busy, ...job }: ListedJob, now: string): OperatedJob => ({
    ...job,
    waits_for: waitsFor({ ...job, lane_busy }, now),
    can_run_now: canRunNow(job),
  })

  return {
    /** Kinds without a saved job are listed too. */
    async kinds(): Promise<JobKind[]> {
      const known = new Set(jobs.names())
      const counted = new Map((await jobs.countByKind(database.read)).map(one => [one.name, one]))
      const names = [...new Set([...known, ...counted.keys()])].sort()
      return names.map(name => presentKind(counted.get(name) ?? { name, ...NONE }, known.has(name)))
    },

    async list(name: string, page: { after?: number | undefined; limit: number }) {
      const after = page.after ?? 0
      const rows = await jobs.listOf(database.read, name, { after, limit: page.limit + 1 })
      const now = iso(clock.now())
      const shown = rows.slice(0, page.limit)
      const next_after = rows.length > page.limit ? (shown.at(-1)?.id ?? null) : null
      return { jobs: shown.map(row => present(row, now)), next_after }
    },

    async runNow(id: number): Promise<void> {
      const job = await jobs.findById(database.read, id)
      if (!job) throw new Refusal('not_found')
      if (!canRunNow(job) || !(await database.transaction(tx => jobs.makeDue(tx, id)))) {
        throw new Refusal('conflict', { error: 'This job runs already, or waits for something else.' })
      }
    },
  }
}

export type JobOperations = ReturnType<typeof createJobOperations>

function presentKind({ ready, ...counts }: JobCounts, known: boolean): JobKind {
  return { ...counts, waiting: ready, known }
}
