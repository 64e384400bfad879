import type { Settings } from '#settings/settings.ts'
import { type Clock, iso } from '#kit/clock.ts'
import type { Jobs } from '#jobs/index.ts'
import type { ApprovalRules } from '../rules/approval-rule.ts'
import { remediation } from '#features/remediation-settings/index.ts'
import type { ActionAnnouncements } from './action-announcements.ts'
import * as store from './action-store.ts'
import type { Proposals } from './agent-action.ts'
import { dispatchAction } from './dispatch-job.ts'
import { isForRules } from './issue-scope-rules.ts'
import type { ActionViews } from './present-action.ts'

interface Parts {
  clock: Clock
  jobs: Jobs
  settings: Pick<Settings, 'read'>
  rules: Pick<ApprovalRules, 'findActive' | 'countApproval'>
  announcements: ActionAnnouncements
  views: Pick<ActionViews, 'ofIssue'>
  prepare: Proposals['prepare']
}

/** What the agent proposes, from the moment it was checked. Nothing of it changes afterwards except its decision. */
export function createProposals(parts: Parts): Proposals {
  const { clock, jobs, settings, rules, announcements } = parts
  return {
    prepare: parts.prepare,
    ofIssue: parts.views.ofIssue,
    ofCall: async (db, run_id, call_id) => (await store.findActionOfCall(db, run_id, call_id)) ?? null,

    async save(tx, { issue, run_id, call_id }, prepared) {
      const saved = await store.findActionOfCall(tx, run_id, call_id)
      if (saved) return saved
      const { kind, facet, instance } = prepared
      const { problem_kind } = issue
      const { enabled, mode } = await settings.read(tx, remediation)
      const mayAct = enabled && mode === 'supervised'
      // Only what admins approved by hand before can have a rule (2:4.9), so no kind is excluded here.
      const rule =
        mayAct && problem_kind !== null && isForRules(issue, prepared.params)
          ? await rules.findActive(tx, { problem_kind, action_kind: kind, action_facet: facet })
          : null
      const now = iso(clock.now())
      const action = await store.insertAction(tx, {
        issue_id: issue.id,
        run_id,
        call_id,
        kind,
        facet,
        problem_kind,
        params: JSON.stringify(prepared.params),
        approved_params: null,
        rationale: prepared.rationale,
        risk: prepared.risk,
        status: rule ? 'executing' : 'proposed',
        instance_id: instance.id,
        instance_name: instance.name,
        service_type: instance.service_type,
        instance_url: instance.url,
        decided_by: null,
        decided_at: rule && now,
        deny_reason: null,
        auto_rule_id: rule && rule.id,
        auto_rule_label: rule && rule.label,
        sent_at: null,
        executed_at: null,
        result_text: null,
        created_at: now,
      })
      if (!rule) {
        await announcements.pending(tx, action, issue)
        return action
      }
      await rules.countApproval(tx, rule.id)
      await announcements.decided(tx, action)
      await jobs.enqueue(tx, dispatchAction, { action_id: action.id }, { dedupe_key: `${action.id}` })
      return action
    },

    async supersede(tx, issue_id) {
      for (const action of await store.supersedeProposed(tx, issue_id))
        await announcements.decided(tx, action)
    },
  }
}
