import type { Database, Tx } from '#db/database.ts'
import type { IssueRecord, Issues } from '#features/issues/index.ts'
import type { JobLease } from '#jobs/index.ts'
import type { Settings } from '#settings/settings.ts'
import type { AgentRunsTable } from '../remediation-tables.ts'
import { remediation, type SavedRemediation } from '#features/remediation-settings/index.ts'
import type { Updateable } from 'kysely'
import type { RunRecord, StepRecord } from './agent/agent-run.ts'
import { RunStopped } from './agent/running-agents.ts'
import * as store from './run-store.ts'

/** The whole state of a run, read again before each step, so that a process that takes over has the same. */
export interface RunState {
  run: RunRecord
  issue: IssueRecord
  steps: readonly StepRecord[]
  saved: SavedRemediation
}

/** One step of a run that this process works on. */
export interface StepContext extends RunState {
  lease: JobLease
  /** Ends with the job, with the run, and with the time that is left for it. */
  signal: AbortSignal
  /** Milliseconds since this step began. */
  spentMs(): number
}

interface StateParts {
  database: Pick<Database, 'read'>
  settings: Settings
  issues: Issues
}

export function createRunStates({ database, settings, issues }: StateParts) {
  return {
    /** Throws RunStopped when nobody should work on it any more. */
    async read(run_id: number): Promise<RunState> {
      const db = database.read
      const run = await store.findRun(db, run_id)
      const issue = run && (await issues.find(db, run.issue_id))
      const saved = await settings.read(db, remediation)
      if (!run || !issue || run.status !== 'running' || !saved.enabled) throw new RunStopped()
      return { run, issue, steps: await store.listSteps(db, run_id), saved }
    },

    /**
     * Writes what a step led to, while this process holds the job and the run goes on. Nothing of a step is known
     * before that, and nothing of it is repeated afterwards.
     */
    save: <T>(
      { run, lease, spentMs }: StepContext,
      write: (tx: Tx) => Promise<T>,
      change: Updateable<AgentRunsTable> = {},
    ): Promise<T> =>
      issues.lock(async tx => {
        await lease.assertHeld(tx)
        const worked_ms = run.worked_ms + Math.round(spentMs())
        if (!(await store.changeRun(tx, run.id, ['running'], { worked_ms, ...change })))
          throw new RunStopped()
        return write(tx)
      }),
  }
}

export type RunStates = ReturnType<typeof createRunStates>
