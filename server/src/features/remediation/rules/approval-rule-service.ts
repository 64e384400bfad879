import type { ApprovalRule, RuleCandidate } from '@foyer/contract/remediation/approval-rules'
import type { ApprovalTriple } from '@foyer/contract/remediation/agent-actions'
import type { Database, Tx } from '#db/database.ts'
import type { Events } from '#events/events.ts'
import type { IssueRecord } from '#features/issues/index.ts'
import type { Alerts } from '#features/notifications/index.ts'
import type { Caller } from '#kit/caller.ts'
import { type Clock, iso } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import type { ActionRecord } from '../actions/agent-action.ts'
import type { ApprovalRules, Triple } from './approval-rule.ts'
import * as store from './approval-rule-store.ts'
import { pausedBy, pauseReasonAfter, pauseReasonAtClose } from './pause-rules.ts'
import { labelOf, parseTriple, tripleOf } from './triple-rules.ts'

interface Parts {
  database: Database
  clock: Clock
  events: Events
  alerts: Pick<Alerts, 'raise'>
}

/** Standing approvals: made by admins, ended by the first fix that does not work (2:4.9). */
export function createApprovalRuleService({ database, clock, events, alerts }: Parts) {
  const now = () => iso(clock.now())
  const lock = <R>(run: (tx: Tx) => Promise<R>) => database.withWriteLock('issues', run)

  async function find(tx: Tx, id: number): Promise<store.NamedRule> {
    const rule = await store.findRule(tx, id)
    if (!rule) throw new Refusal('not_found')
    return rule
  }

  /** Pauses a rule automatically and notifies the admins. A rule that is already paused or deleted stays so. */
  async function pauseItself(tx: Tx, id: number, issue_id: number, reason: string): Promise<void> {
    if (!(await store.pauseRule(tx, id, { reason, issue_id, now: now() }))) return
    const title = labelOf(await find(tx, id))
    const audience = { to: 'admins' } as const
    await events.publish(tx, { type: 'agent_autoapproval_paused', data: { rule_id: id, reason } }, audience)
    await alerts.raise(tx, {
      type: 'agent_autoapproval_paused',
      audience,
      data: { issue_id, title, reason },
    })
  }

  /** The rule that the approval of this action armed or woke: its fix did not work the first time. */
  async function armedBy(tx: Tx, action: ActionRecord): Promise<number | null> {
    const triple = tripleOf(action)
    const rule = triple && (await store.findRuleOf(tx, triple))
    return rule && rule.seed_action_id === action.id ? rule.id : null
  }

  const rules: ApprovalRules = {
    async findActive(tx, triple) {
      const rule = await store.findRuleOf(tx, triple)
      return rule?.status === 'active' ? { id: rule.id, label: labelOf(rule) } : null
    },

    isActive: async (db, rule_id) => (await store.findRule(db, rule_id))?.status === 'active',

    countApproval: (tx, rule_id) => store.countApproval(tx, rule_id, now()),

    countHandApproval: (tx, triple) => store.countHandApproval(tx, triple, now()),

    async arm(tx, triple, { user_id, action_id }) {
      const known = await store.findRuleOf(tx, triple)
      if (!known) {
        return store.insertRule(tx, { ...triple, created_by: user_id, seed_action_id: action_id }, now())
      }
      await store.resumeRule(tx, known.id, now(), { seed_action_id: action_id })
      return known.id
    },

    async actionEnded(tx, action) {
      const reason = pauseReasonAfter(action.status)
      if (reason === null) return
      const rule_id = action.auto_rule_id ?? (await armedBy(tx, action))
      if (rule_id !== null) await pauseItself(tx, rule_id, action.issue_id, reason)
    },

    async offerFor(db, action) {
      const triple = tripleOf(action)
      if (action.status !== 'proposed' || !triple) return undefined
      const rule = await store.findRuleOf(db, triple)
      if (rule?.status === 'active') return undefined
      return { ...triple, label: labelOf(triple), reactivates_paused_rule: rule !== null }
    },
  }

  return {
    rules,

    /** Credits rules whose fix worked, and pauses those whose fix did not. */
    async issueClosed(tx: Tx, issue: Pick<IssueRecord, 'id' | 'status'>): Promise<void> {
      if (issue.status === 'resolved') await store.creditResolution(tx, issue.id, now())
      const reason = pauseReasonAtClose(issue.status)
      if (reason === null) return
      for (const id of await store.rulesBehind(tx, issue.id)) await pauseItself(tx, id, issue.id, reason)
    },

    async list(): Promise<ApprovalRule[]> {
      return (await store.listRules(database.read)).map(viewOf)
    },

    async candidates(): Promise<RuleCandidate[]> {
      const found = await store.handApprovalsWithoutRule(database.read)
      // A variant that this version does not know cannot be armed.
      return found.flatMap(one => ('fields' in parseTriple(one) ? [] : { ...one, label: labelOf(one) }))
    },

    async create(caller: Caller, wanted: ApprovalTriple): Promise<{ rule_id: number; status: 'active' }> {
      const triple = known(wanted)
      return lock(async tx => {
        const existing = await store.findRuleOf(tx, triple)
        if (existing) throw new Refusal('rule_exists', { extra: { rule_id: existing.id } })
        const seed_action_id = await store.newestHandApproval(tx, triple)
        if (seed_action_id === null) throw new Refusal('not_hand_approved')
        const rule = { ...triple, created_by: caller.user_id, seed_action_id }
        return { rule_id: await store.insertRule(tx, rule, now()), status: 'active' }
      })
    },

    pause: (caller: Caller, id: number): Promise<ApprovalRule> =>
      lock(async tx => {
        await store.pauseRule(tx, id, { reason: pausedBy(caller.username), issue_id: null, now: now() })
        return viewOf(await find(tx, id))
      }),

    resume: (id: number): Promise<ApprovalRule> =>
      lock(async tx => {
        await store.resumeRule(tx, id, now())
        return viewOf(await find(tx, id))
      }),

    async remove(id: number): Promise<{ ok: true }> {
      if (!(await lock(tx => store.deleteRule(tx, id)))) throw new Refusal('not_found')
      return { ok: true }
    },
  }
}

export type ApprovalRuleService = ReturnType<typeof createApprovalRuleService>

function known(wanted: ApprovalTriple): Triple {
  const parsed = parseTriple(wanted)
  if (!('fields' in parsed)) return parsed
  const [error] = Object.values(parsed.fields)
  throw new Refusal('validation', { ...(error !== undefined && { error }), ...parsed })
}

function viewOf(rule: store.NamedRule): ApprovalRule {
  const { paused_reason, paused_at, paused_by_issue_id, created_by, created_by_name, seed_action_id } = rule
  const { last_approved_at, last_resolved_at } = rule
  return {
    id: rule.id,
    problem_kind: rule.problem_kind,
    action_kind: rule.action_kind,
    action_facet: rule.action_facet,
    label: labelOf(rule),
    status: rule.status,
    ...(paused_reason !== null && { paused_reason }),
    ...(paused_at !== null && { paused_at }),
    ...(paused_by_issue_id !== null && { paused_by_issue_id }),
    approved_since_pause: rule.approved_since_pause,
    ...(created_by !== null && { created_by }),
    ...(created_by_name !== null && { created_by_name }),
    ...(seed_action_id !== null && { seed_action_id }),
    approved_count: rule.approved_count,
    resolved_count: rule.resolved_count,
    ...(last_approved_at !== null && { last_approved_at }),
    ...(last_resolved_at !== null && { last_resolved_at }),
    created_at: rule.created_at,
    updated_at: rule.updated_at,
  }
}
