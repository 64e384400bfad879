import type { Concluded, JobLease } from './lease.ts'
import type { Outcome } from './outcome.ts'

/** A kind of job: its name, and what its payload must be. A zod schema of plain JSON fits `payload`. */
export interface JobDefinition<P = unknown> {
  name: string
  payload: { parse(data: unknown): P }
}

/** Written in `<slice>-jobs.ts`; nothing is registered by it. */
export function defineJob<P>(definition: JobDefinition<P>): JobDefinition<P> {
  return definition
}

/** One attempt, as its handler sees it. */
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
 * Does the work, at least once: it may run again after a crash, so effects outside are reconciled first.
 * Returns what came of it; a throw is a transient failure.
 */
export type JobHandler<P> = (run: JobRun<P>) => Promise<Outcome | Concluded>
