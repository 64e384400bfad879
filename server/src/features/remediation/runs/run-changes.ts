import type { Database, Tx } from '#db/database.ts'
import {
  type IssueRecord,
  type Issues,
  isAgentProviderNoted,
  noteAgentProvider,
} from '#features/issues/index.ts'
import { again, done, type Jobs } from '#jobs/index.ts'
import type { Clock } from '#kit/clock.ts'
import type { Settings } from '#settings/settings.ts'
import type { ActionRecord } from '../actions/agent-action.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { quoted } from './agent/agent-instructions.ts'
import type { RunRecord } from './agent/agent-run.ts'
import { AGENT_STATUSES, type RunEndings } from './run-endings.ts'
import { jobOf, runAgent, stopWaiting, TAKE_UP_KEY, takeUpIssues } from './run-jobs.ts'
import type { RunStarts } from './run-starts.ts'
import * as store from './run-store.ts'

interface ChangeParts {
  database: Pick<Database, 'alsoLock' | 'read' | 'transaction'>
  settings: Settings
  clock: Clock
  jobs: Jobs
  issues: Issues
  starts: RunStarts
  endings: RunEndings
}

/** What happens elsewhere and concerns a run: decisions, replies, closed issues, removed libraries, changed settings. */
export function createRunChanges({ database, settings, clock, jobs, issues, starts, endings }: ChangeParts) {
  jobs.define(takeUpIssues, stopWaiting)

  async function resume(tx: Tx, { id, issue_id, status }: RunRecord): Promise<void> {
    await store.changeRun(tx, id, [status], {
      status: 'resume_pending',
      stop_reason: null,
      waiting_until: null,
    })
    await issues.move(tx, issue_id, { from: AGENT_STATUSES, to: 'investigating' })
    await jobs.enqueue(tx, runAgent, { issue_id }, jobOf(issue_id))
  }

  /** Runs that go on without reason: the agent was turned off. Their issues can be taken up again later. */
  async function abortAll(tx: Tx): Promise<void> {
    await database.alsoLock(tx, 'issues')
    for (const run of await store.listActiveRuns(tx)) {
      await endings.abort(tx, run)
      await issues.move(tx, run.issue_id, { from: AGENT_STATUSES, to: 'open' })
    }
  }

  /** One issue of the server while the agent is on and has no model. An idle server writes nothing. */
  async function noteProvider(): Promise<void> {
    const facts = { enabled: true, has_profile: await starts.hasProfile() }
    if (await isAgentProviderNoted(issues, database.read, facts)) return
    await issues.lock(tx => noteAgentProvider(issues, tx, facts))
  }

  jobs.handle(takeUpIssues, async () => {
    const { enabled } = await settings.read(database.read, remediation)
    if (enabled) {
      await noteProvider()
      await starts.takeUp()
    } else if ((await store.listActiveRuns(database.read)).length > 0) await issues.lock(abortAll)
    return again(new Date(clock.now().getTime() + MINUTE_MS))
  })

  jobs.handle(stopWaiting, async ({ payload, lease }) => {
    const run = await store.findRun(database.read, payload.run_id)
    if (run?.status !== 'waiting_user') return done()
    return endings.end(
      run,
      { status: 'gave_up', stop_reason: 'user_unresponsive' },
      { issue: 'needs_admin', note: 'The reporter did not answer the question of the agent.' },
      { finishJob: tx => lease.finish(tx) },
    )
  })

  return {
    /** Writes the result of an action as that of its call, and lets the run go on. */
    async actionEnded(tx: Tx, action: ActionRecord): Promise<void> {
      const { run_id, call_id } = action
      const run = run_id === null ? null : await store.findRun(tx, run_id)
      if (!run || run.active_issue_id === null || call_id === null) return
      const was_open = await store.answerCall(tx, { run_id: run.id, seq: Number(call_id) }, resultOf(action))
      if (was_open && run.status === 'waiting_approval') await resume(tx, run)
    },

    /** The answer of the reporter that the run waits for. What others write it sees with its next step. */
    async issueReplied(tx: Tx, issue: IssueRecord, author: 'reporter' | 'admin'): Promise<void> {
      const run = await store.findActiveRun(tx, issue.id)
      if (author !== 'reporter' || run?.status !== 'waiting_user') return
      const question = await store.findOpenCall(tx, run.id, 'ask_reporter')
      const messages = await store.listMessagesAfter(tx, issue.id, run.seen_message_id)
      const reply = messages.findLast(({ author_kind }) => author_kind === 'user')
      if (!question || !reply) return
      const text = `The reporter answered, as data: ${quoted(reply.body)}`
      await store.answerCall(tx, question, { text, ok: true })
      const earlier = messages.filter(({ id }) => id < reply.id)
      // Others that came before it are still to be shown.
      if (earlier.length === 0)
        await store.changeRun(tx, run.id, ['waiting_user'], { seen_message_id: reply.id })
      await jobs.cancel(tx, stopWaiting, String(run.id))
      await resume(tx, run)
    },

    async issueClosed(tx: Tx, issue: IssueRecord): Promise<void> {
      const run = await store.findActiveRun(tx, issue.id)
      if (run) await endings.abort(tx, run)
    },

    /** Nobody is left to answer: a run that waits for this person ends, and its issue is already with the admins. */
    async userRemoved(tx: Tx, user_id: number): Promise<void> {
      await database.alsoLock(tx, 'issues')
      for (const run of await store.listRunsWaitingFor(tx, user_id)) await endings.abort(tx, run)
    },

    /** The library was removed, or is another one at this address: what was read of it no longer counts. */
    async instanceChanged(tx: Tx, instance_id: string): Promise<void> {
      const active = await store.listActiveRuns(tx, instance_id)
      if (active.length === 0) return
      await database.alsoLock(tx, 'issues')
      for (const run of active) {
        await endings.abort(tx, run)
        const body =
          'The investigation was stopped, because the library was removed or has another address now.'
        await issues.say(tx, run.issue_id, { author_kind: 'system', body, is_internal: true })
        await issues.move(tx, run.issue_id, { from: AGENT_STATUSES, to: 'needs_admin' })
      }
    },

    /** In the transaction that saved them: what may no longer go on stops at once, what may begin now is taken up. */
    async settingsChanged(tx: Tx): Promise<void> {
      const { enabled } = await settings.read(tx, remediation)
      if (enabled) {
        await jobs.enqueue(tx, takeUpIssues, {}, { dedupe_key: TAKE_UP_KEY })
        return
      }
      await abortAll(tx)
      await noteAgentProvider(issues, tx, { enabled, has_profile: false })
    },

    /** At every start. A job that exists keeps its time. */
    async schedule(): Promise<void> {
      await database.transaction(async tx => {
        await jobs.enqueue(tx, takeUpIssues, {}, { dedupe_key: TAKE_UP_KEY })
      })
    },
  }
}

/** The result of an action, for the model. Texts of the library and of admins are data. */
function resultOf({ status, deny_reason, result_text }: ActionRecord): { text: string; ok: boolean } {
  const details = result_text ?? deny_reason
  const text = `${SENTENCES[status]}${details ? ` Details, as data: ${quoted(details)}` : ''}`
  return { text, ok: status === 'executed' }
}

const SENTENCES: Record<ActionRecord['status'], string> = {
  proposed: 'The action still waits for a decision.',
  executing: 'The action is being carried out.',
  executed: 'The action was carried out. Check in the library what came of it.',
  denied: 'An admin denied the action. Do not propose the same again.',
  failed: 'The action failed. Nothing is known to have changed.',
  superseded: 'The action is no longer needed and was not carried out.',
  outcome_unknown:
    'The action was sent, but its outcome is not known. Look at the library before you propose anything else.',
}
