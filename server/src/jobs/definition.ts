import type { Concluded, JobLease } from './lease.ts'
import type { Outcome } from './outcome.ts'

/** A kind of job: its name and the schema of its payload. Any zod schema of plain JSON can be used. */
export interface JobDefinition<P = unknown> {
  name: string
  payload: { parse(data: unknown): P }
}

/** Used in `<slice>-jobs.ts`; it registers nothing. */
export function defineJob<P>(definition: JobDefinition<P>): JobDefinition<P> {
  return definition
}

/** One attempt, as passed to the handler. */
interface JobRun<P> {
  job_id: number
  payload: P
  /** Counts from 1; the 50th that fails is the last (1:3). */
  attempt: number
  lease: JobLease
  /** Aborted when the lease is lost (LeaseLost) or Foyer stops (WorkerStopping). */
  signal: AbortSignal
}

/**
 * Does the work, at least once: it may run again after a crash, so external effects are reconciled first. Returns the
 * outcome; a throw is a transient failure.
 */
export type JobHandler<P> = (run: JobRun<P>) => Promise<Outcome | Concluded>
