import { z } from 'zod'
import { NumericId, NumericIdParam, RowIdParam, Time } from '../primitives.ts'
import { defineRoute } from '../route.ts'
import { operatorChanges, operatorReads } from './operator-access.ts'

/**
 * Why a job does not run now: it is not due yet, it failed and is tried again later, another job of its lane
 * runs, all workers are busy, something outside must happen first, or a person must look at it.
 */
export const JOB_WAITS = ['time', 'retry', 'lane', 'turn', 'event', 'person'] as const
export const JobWait = z.enum(JOB_WAITS)
export type JobWait = z.infer<typeof JobWait>

export const JobKind = z.object({
  name: z.string(),
  /** False: another version of Foyer saved such jobs, and this one leaves them alone. */
  known: z.boolean(),
  running: z.int(),
  /** Due or scheduled, those that are tried again included. */
  waiting: z.int(),
  /** Waiting ones that failed at least once. */
  retrying: z.int(),
  parked: z.int(),
  attention: z.int(),
  /** When the next waiting one is due, possibly in the past. */
  next_run_at: Time.nullable(),
  /** A short word for why one of them failed, parked or needs attention; never the text of a service. */
  last_reason: z.string().nullable(),
})
export type JobKind = z.infer<typeof JobKind>

export const OperatedJob = z.object({
  id: NumericId,
  name: z.string(),
  state: z.enum(['ready', 'running', 'parked', 'attention']),
  /** Null while it runs. */
  waits_for: JobWait.nullable(),
  reason: z.string().nullable(),
  attempts: z.int(),
  run_at: Time,
  created_at: Time,
  updated_at: Time,
  /** Whether `run` is accepted. */
  can_run_now: z.boolean(),
})
export type OperatedJob = z.infer<typeof OperatedJob>

export const listJobKinds = defineRoute({
  ...operatorReads,
  method: 'GET',
  path: '/api/admin/operations/jobs',
  summary: 'Every kind of background job with what runs, waits and failed',
  response: z.object({ kinds: z.array(JobKind) }),
})

export const listJobs = defineRoute({
  ...operatorReads,
  method: 'GET',
  path: '/api/admin/operations/jobs/{name}',
  summary: 'The saved jobs of one kind, oldest first',
  params: z.object({ name: z.string().min(1) }),
  query: z.object({
    /** Jobs after this one. */
    after: RowIdParam.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  response: z.object({ jobs: z.array(OperatedJob), next_after: NumericId.nullable() }),
})

export const runJobNow = defineRoute({
  ...operatorChanges,
  method: 'POST',
  path: '/api/admin/operations/jobs/{id}/run',
  summary: 'Make a waiting job due now, and reset its attempts',
  params: z.object({ id: NumericIdParam }),
  response: z.object({ status: z.literal('due') }),
  refusals: ['not_found', 'conflict'],
})
