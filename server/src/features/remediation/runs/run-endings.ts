import type { OpenIssueStatus } from '@foyer/contract/issues/issue'
import type { RunStatus } from '@foyer/contract/remediation/agent-runs'
import type { Database, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { Closing, Issues } from '#features/issues/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Settings } from '#settings/settings.ts'
import type { Proposals } from '../actions/agent-action.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import type { RunRecord } from './agent/agent-run.ts'
import { jobOf, runAgent, stopWaiting } from './run-jobs.ts'
import { breakerAfter, type RunEnding } from './run-rules.ts'
import type { RunningAgents } from './agent/running-agents.ts'
import { RunStopped } from './agent/running-agents.ts'
import * as store from './run-store.ts'

const ACTIVE_STATUSES: readonly RunStatus[] = [
  'running',
  'waiting_user',
  'waiting_approval',
  'resume_pending',
]
/** Statuses that an issue has while a run is about it. */
export const AGENT_STATUSES: readonly OpenIssueStatus[] = [
  'investigating',
  'awaiting_user',
  'awaiting_approval',
]

interface EndingParts {
  database: Pick<Database, 'alsoLock'>
  settings: Settings
  clock: Clock
  jobs: Jobs
  events: Events
  alerts: Pick<Alerts, 'raise'>
  issues: Issues
  proposals: Pick<Proposals, 'supersede'>
  running: RunningAgents
}

/** What becomes of the issue when its run ends, and what is written into the thread for admins. */
export interface IssueAfterRun {
  issue: Closing | Extract<OpenIssueStatus, 'needs_admin' | 'waiting'>
  note: string | null
}

export function createRunEndings(parts: EndingParts) {
  const { database, settings, clock, jobs, events, alerts, issues, proposals, running } = parts

  async function finish(tx: Tx, run_id: number, ending: RunEnding): Promise<RunRecord | null> {
    const finished_at = iso(clock.now())
    return store.changeRun(tx, run_id, ACTIVE_STATUSES, {
      ...ending,
      finished_at,
      active_issue_id: null,
      waiting_until: null,
    })
  }

  /** The circuit breaker, under the lock `settings`. */
  async function countEnding(tx: Tx, ending: RunEnding): Promise<void> {
    const saved = await settings.read(tx, remediation)
    const { giveups_in_a_row, is_tripped } = breakerAfter(saved, ending)
    if (giveups_in_a_row === saved.giveups_in_a_row && !is_tripped) return
    await settings.update(tx, remediation, { giveups_in_a_row, ...(is_tripped && { auto_dispatch: false }) })
    if (!is_tripped) return
    const reason = `${saved.circuit_breaker_giveups} investigations in a row ended without a result.`
    const type = 'remediation_autodispatch_disabled'
    await events.publish(tx, { type, data: { reason } }, { to: 'admins' })
    await alerts.raise(tx, { type, audience: { to: 'admins' }, data: { reason } })
  }

  async function settleIssue(tx: Tx, issue_id: number, { issue: after, note }: IssueAfterRun): Promise<void> {
    if (note !== null) await issues.say(tx, issue_id, { author_kind: 'agent', body: note, is_internal: true })
    if (typeof after === 'string') await issues.move(tx, issue_id, { from: AGENT_STATUSES, to: after })
    else await issues.close(tx, issue_id, after)
  }

  return {
    /**
     * Ends a run that is worked on, with its job, its issue and the circuit breaker, in one transaction. `before` writes
     * what led to it. Throws RunStopped when the run ended elsewhere.
     */
    async end<T>(
      run: RunRecord,
      ending: RunEnding,
      after: IssueAfterRun,
      { before, finishJob }: { before?: (tx: Tx) => Promise<void>; finishJob: (tx: Tx) => Promise<T> },
    ): Promise<T> {
      // The lock of settings comes first: the circuit breaker may turn one off.
      return settings.lock(async tx => {
        await database.alsoLock(tx, 'issues')
        await before?.(tx)
        if (!(await finish(tx, run.id, ending))) throw new RunStopped()
        // Before the issue is closed, so that listeners to that find no run and no job to abort.
        const finished = await finishJob(tx)
        await settleIssue(tx, run.issue_id, after)
        await countEnding(tx, ending)
        return finished
      })
    },

    /** In a transaction that holds the lock `issues`: ends the run of this issue at once, wherever it is worked on. */
    async abort(tx: Tx, run: RunRecord): Promise<void> {
      if (!(await finish(tx, run.id, { status: 'aborted', stop_reason: 'aborted' }))) return
      await jobs.cancel(tx, runAgent, jobOf(run.issue_id).dedupe_key)
      await jobs.cancel(tx, stopWaiting, String(run.id))
      await proposals.supersede(tx, run.issue_id)
      await running.stop(tx, run.id)
    },
  }
}

export type RunEndings = ReturnType<typeof createRunEndings>
