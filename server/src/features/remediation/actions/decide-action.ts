import type { AgentAction, postAgentActionApprove } from '@foyer/contract/remediation/agent-actions'
import type { RouteAnswer } from '@foyer/contract/route'
import type { Database, Tx } from '#db/database.ts'
import type { Inventory } from '#features/instances/index.ts'
import { cleanText } from '#features/issues/index.ts'
import type { Jobs } from '#jobs/index.ts'
import { assertStillMay } from '#features/sessions/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Settings } from '#settings/settings.ts'
import type { ApprovalRules } from '../rules/approval-rule.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import type { ActionAnnouncements } from './action-announcements.ts'
import { orderOf } from './action-params.ts'
import { changeOrder, facetOf } from './action-rules.ts'
import * as store from './action-store.ts'
import type { ActionRecord } from './agent-action.ts'
import { reasonAgainst } from './blocked-action-rules.ts'
import { dispatchAction } from './dispatch-job.ts'
import type { ActionViews } from './present-action.ts'

/** How long an approval waits for its outcome; afterwards it continues by itself. A search for a grab takes longer. */
const WAIT_MS = 15_000
/** All of a batch together. */
const BATCH_WAIT_MS = 25_000

type Approved = RouteAnswer<typeof postAgentActionApprove>

export interface Approval {
  override?: Record<string, unknown> | undefined
  remember?: boolean | undefined
}

export interface Verdict {
  id: number
  status: ActionRecord['status'] | 'skipped' | 'error'
  detail?: string
}

interface Parts {
  database: Database
  clock: Clock
  jobs: Jobs
  settings: Pick<Settings, 'read'>
  inventory: Pick<Inventory, 'find'>
  rules: Pick<ApprovalRules, 'arm' | 'countHandApproval'>
  announcements: ActionAnnouncements
  views: Pick<ActionViews, 'find'>
  actionEnded(tx: Tx, action: ActionRecord): Promise<void>
}

/** Decisions of admins. The row decides who is first; everybody else gets 409. */
export function createDecisions(parts: Parts) {
  const { database, clock, jobs, settings, inventory, rules, announcements, views } = parts
  const now = () => iso(clock.now())

  async function findAwaiting(tx: Tx, id: number): Promise<ActionRecord> {
    const action = await store.findAction(tx, id)
    if (!action) throw new Refusal('not_found')
    if (action.status !== 'proposed') throw new Refusal('not_awaiting')
    return action
  }

  async function assertPossible(tx: Tx, action: ActionRecord): Promise<void> {
    const reason = reasonAgainst(action, {
      settings: await settings.read(tx, remediation),
      issue_status: (await store.findIssueStatus(tx, action.issue_id)) ?? 'dismissed',
      instance: await inventory.find(tx, action.instance_id),
    })
    if (reason) throw new Refusal('action_blocked', { error: reason, extra: { reason } })
  }

  /** Claims the action together with the job that carries it out. */
  async function claim(caller: Caller, id: number, { override = {}, remember }: Approval) {
    return database.withWriteLock('issues', async tx => {
      const action = await findAwaiting(tx, id)
      await assertPossible(tx, action)
      const { order, changed } = changeOrder(orderOf(action), override)
      const facet = facetOf(order)
      const { problem_kind } = action
      // Claimed without a rule, an admin would believe that the next one needs no approval.
      if (remember && problem_kind === null)
        throw new Refusal('validation', {
          fields: { remember: 'Only fixes of detected problems can be remembered, and this was reported.' },
        })
      const claimed = await store.changeAction(tx, id, ['proposed'], {
        status: 'executing',
        decided_by: caller.user_id,
        decided_at: now(),
        facet,
        approved_params: changed ? JSON.stringify(order.params) : null,
      })
      if (!claimed) throw new Refusal('not_awaiting')
      const triple = problem_kind && { problem_kind, action_kind: action.kind, action_facet: facet }
      if (triple) await rules.countHandApproval(tx, triple)
      const by = { user_id: caller.user_id, action_id: id }
      const rule_id = triple && remember ? await rules.arm(tx, triple, by) : undefined
      await announcements.decided(tx, claimed)
      const job_id = await jobs.enqueue(tx, dispatchAction, { action_id: id }, { dedupe_key: `${id}` })
      return { job_id, rule_id }
    })
  }

  async function show(id: number): Promise<AgentAction> {
    const view = await views.find(database.read, id)
    if (!view) throw new Refusal('not_found')
    return view
  }

  /** A refusal is the verdict of this one alone. */
  async function approveOne(caller: Caller, id: number, wait_ms: number): Promise<Verdict> {
    try {
      const { job_id } = await claim(caller, id, {})
      await jobs.runNow(job_id, wait_ms)
      const { status, result_text: detail } = await show(id)
      return { id, status, ...(detail !== undefined && { detail }) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { id, status: error.code === 'not_awaiting' ? 'skipped' : 'error', detail: error.message }
    }
  }

  return {
    show,

    async approve(caller: Caller, id: number, approval: Approval): Promise<Approved> {
      const { job_id, rule_id } = await claim(caller, id, approval)
      await jobs.runNow(job_id, WAIT_MS)
      await assertStillMay(database.read, caller, 'remediation:manage')
      return { ...(await show(id)), ...(rule_id !== undefined && { rule_id }) }
    },

    async deny(caller: Caller, id: number, note: string | undefined): Promise<AgentAction> {
      await database.withWriteLock('issues', async tx => {
        await findAwaiting(tx, id)
        const denied = await store.changeAction(tx, id, ['proposed'], {
          status: 'denied',
          decided_by: caller.user_id,
          decided_at: now(),
          deny_reason: cleanText(note ?? '') || null,
        })
        if (!denied) throw new Refusal('not_awaiting')
        await announcements.decided(tx, denied)
        await parts.actionEnded(tx, denied)
      })
      return show(id)
    },

    /** One after the other. What is not reached in time is claimed and continues by itself. */
    async approveBatch(caller: Caller, ids: readonly number[]): Promise<Verdict[]> {
      const began_ms = clock.monotonicMs()
      const results: Verdict[] = []
      for (const id of ids) {
        await assertStillMay(database.read, caller, 'remediation:manage')
        const left_ms = BATCH_WAIT_MS - (clock.monotonicMs() - began_ms)
        results.push(await approveOne(caller, id, Math.max(0, left_ms)))
      }
      await assertStillMay(database.read, caller, 'remediation:manage')
      return results
    },
  }
}

export type Decisions = ReturnType<typeof createDecisions>
