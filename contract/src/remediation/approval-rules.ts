import { z } from 'zod'
import { NumericId, NumericIdParam, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { ApprovalTriple } from './agent-actions.ts'

/** Standing approvals of one fix for one problem (2:4.9, R2). */
const ofAdmin = {
  access: 'admin',
  permission: 'remediation:manage',
  spec: '2:4.9',
} as const satisfies Partial<RouteDefinition>

export const ApprovalRule = ApprovalTriple.extend({
  id: NumericId,
  label: z.string(),
  status: z.enum(['active', 'paused']),
  paused_reason: z.string().optional(),
  paused_at: Time.optional(),
  paused_by_issue_id: NumericId.optional(),
  /** How often admins approved the same by hand since the rule was paused. */
  approved_since_pause: z.int(),
  created_by: NumericId.optional(),
  created_by_name: z.string().optional(),
  seed_action_id: NumericId.optional(),
  approved_count: z.int(),
  resolved_count: z.int(),
  last_approved_at: Time.optional(),
  last_resolved_at: Time.optional(),
  created_at: Time,
  updated_at: Time,
})
export type ApprovalRule = z.infer<typeof ApprovalRule>

export const RuleCandidate = ApprovalTriple.extend({
  label: z.string(),
  approved_count: z.int(),
  last_approved_at: Time,
})
export type RuleCandidate = z.infer<typeof RuleCandidate>

const byId = z.object({ id: NumericIdParam })

export const getApprovalRules = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/agent-approval-rules',
  summary: 'The standing approvals and how they fared',
  response: z.object({ rules: z.array(ApprovalRule) }),
})

export const getApprovalRuleCandidates = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/agent-approval-rules/candidates',
  summary: 'Fixes that were approved by hand and have no rule yet',
  response: z.object({ candidates: z.array(RuleCandidate) }),
})

export const postApprovalRule = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/agent-approval-rules',
  summary: 'Approve this fix for this problem by itself from now on',
  body: ApprovalTriple,
  status: 201,
  response: z.object({ rule_id: NumericId, status: z.literal('active') }),
  refusals: ['validation', 'not_hand_approved', 'rule_exists'],
})

export const postApprovalRulePause = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/agent-approval-rules/{id}/pause',
  summary: 'Ask before this fix again; repeating it changes nothing',
  params: byId,
  response: ApprovalRule,
  refusals: ['not_found'],
})

export const postApprovalRuleResume = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/agent-approval-rules/{id}/resume',
  summary: 'Let the rule approve again; repeating it changes nothing',
  params: byId,
  response: ApprovalRule,
  refusals: ['not_found'],
})

export const deleteApprovalRule = defineRoute({
  ...ofAdmin,
  method: 'DELETE',
  path: '/api/admin/agent-approval-rules/{id}',
  summary: 'Delete a rule; what it approved keeps its name',
  params: byId,
  response: z.object({ ok: z.literal(true) }),
  refusals: ['not_found'],
})
