import type { Database, Db, Tx } from '#db/database.ts'
import type { AiAccounts } from '#features/ai-accounts/index.ts'
import type { IssueRecord, Issues } from '#features/issues/index.ts'
import type { Jobs } from '#jobs/index.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Settings } from '#settings/settings.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import { DAY_MS } from '#kit/durations.ts'
import { briefing } from './agent/agent-instructions.ts'
import type { RunRecord } from './agent/agent-run.ts'
import { jobOf, runAgent } from './run-jobs.ts'
import { resolveRunModel } from './agent/run-model.ts'
import { isBelowCap, isForAgent } from './run-rules.ts'
import * as store from './run-store.ts'

interface StartParts {
  database: Pick<Database, 'read'>
  settings: Settings
  clock: Clock
  jobs: Jobs
  issues: Issues
  accounts: Pick<AiAccounts, 'resolveShared'>
}

/** Which issues the agent takes up, and when. */
export function createRunStarts({ database, settings, clock, jobs, issues, accounts }: StartParts) {
  const startedToday = (tx: Tx) => store.countStartedSince(tx, iso(clock.now().getTime() - DAY_MS))

  async function enqueue(tx: Tx, issue: IssueRecord): Promise<void> {
    await jobs.enqueue(tx, runAgent, { issue_id: issue.id }, jobOf(issue.id))
  }

  return {
    /** Whether there is a model to work with. */
    hasProfile: async (): Promise<boolean> => (await accounts.resolveShared()) !== null,

    /** In the transaction that opened the issue. */
    async issueOpened(tx: Tx, issue: IssueRecord): Promise<void> {
      if (isForAgent(issue, await settings.read(tx, remediation))) await enqueue(tx, issue)
    },

    /** Enqueues runs for open issues that could not begin before, as many as may begin now. */
    async takeUp(): Promise<void> {
      const saved = await settings.read(database.read, remediation)
      if (!saved.enabled || !(await resolveRunModel(accounts, saved))) return
      const waiting = (db: Db) =>
        issues.inStatus(db, ['open']).then(all => all.filter(issue => isForAgent(issue, saved)))
      if ((await waiting(database.read)).length === 0) return
      await issues.lock(async tx => {
        const open = await waiting(tx)
        const room = saved.daily_run_cap - (await startedToday(tx))
        for (const issue of open.slice(0, Math.max(0, room))) await enqueue(tx, issue)
      })
    },

    /**
     * The run to work on: the one that is not over, or a new one. Null: it waits for somebody, or none may begin now; the
     * issue then stays open. All conditions are checked under one lock, so the cap holds for all processes (C48).
     */
    async beginOrResume(issue_id: number, assertHeld: (tx: Tx) => Promise<void>): Promise<RunRecord | null> {
      const resolved = await resolveRunModel(accounts, await settings.read(database.read, remediation))
      return issues.lock(async tx => {
        await assertHeld(tx)
        const active = await store.findActiveRun(tx, issue_id)
        if (active) {
          if (active.status === 'running') return active
          return store.changeRun(tx, active.id, ['resume_pending'], { status: 'running', stop_reason: null })
        }
        const saved = await settings.read(tx, remediation)
        const issue = await issues.find(tx, issue_id)
        if (!issue || !resolved || !isForAgent(issue, saved)) return null
        if (!isBelowCap(saved, await startedToday(tx))) return null
        const moved = await issues.move(tx, issue_id, { from: ['open'], to: 'investigating' })
        if (!moved) return null
        const thread = await store.listMessagesAfter(tx, issue_id, 0)
        const now = iso(clock.now())
        const run = await store.insertRun(tx, {
          issue_id,
          active_issue_id: issue_id,
          trigger: issue.source === 'user' ? 'user_report' : 'auto',
          status: 'running',
          model: resolved.model,
          provider: resolved.provider,
          binding: resolved.binding,
          step_count: 0,
          worked_ms: 0,
          input_tokens: 0,
          output_tokens: 0,
          cache_creation_tokens: 0,
          cache_read_tokens: 0,
          stop_reason: null,
          waiting_until: null,
          seen_message_id: thread.at(-1)?.id ?? 0,
          started_at: now,
          finished_at: null,
        })
        await store.appendSteps(tx, run.id, now, [{ kind: 'note', text: briefing(moved, thread) }])
        return run
      })
    },
  }
}

export type RunStarts = ReturnType<typeof createRunStarts>
