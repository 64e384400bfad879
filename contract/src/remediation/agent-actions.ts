import { z } from 'zod'
import { LIBRARY_MANAGERS } from '../instances/instance-types.ts'
import {
  ISSUE_CATEGORIES,
  ISSUE_MEDIA_TYPES,
  ISSUE_STATUSES,
  MAX_NOTE_BYTES,
  textOfBytes,
} from '../issues/issue.ts'
import { NumericId, NumericIdParam, OpaqueId, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

/** What the agent proposes to do in a library, for an admin to decide (2:4.9). */
const ofAdmin = {
  access: 'admin',
  permission: 'remediation:manage',
  spec: '2:4.9',
} as const satisfies Partial<RouteDefinition>

export const ACTION_KINDS = [
  'grab_release',
  'remediate_queue',
  'manual_import',
  'trigger_search',
  'rescan',
  'delete_media_files',
] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** `proposed` awaits a decision. */
export const ACTION_STATUSES = [
  'proposed',
  'executing',
  'executed',
  'denied',
  'failed',
  'superseded',
  'outcome_unknown',
] as const
export type ActionStatus = (typeof ACTION_STATUSES)[number]

export const ACTION_RISKS = ['low', 'medium', 'high'] as const
export type ActionRisk = (typeof ACTION_RISKS)[number]

/** The problem, the fix and its variant: what a standing approval is about. */
export const ApprovalTriple = z.object({
  problem_kind: z.string().min(1).max(64),
  action_kind: z.string().min(1).max(64),
  action_facet: z.string().max(64),
})
export type ApprovalTriple = z.infer<typeof ApprovalTriple>

export const AgentAction = z.object({
  id: NumericId,
  issue_id: NumericId,
  run_id: NumericId.optional(),
  kind: z.enum(ACTION_KINDS),
  params: z.record(z.string(), z.unknown()),
  /** What was approved, where an admin changed it. */
  approved_params: z.record(z.string(), z.unknown()).optional(),
  rationale: z.string(),
  risk: z.enum(ACTION_RISKS),
  status: z.enum(ACTION_STATUSES),
  decided_by: z.string().optional(),
  decided_at: Time.optional(),
  deny_reason: z.string().optional(),
  executed_at: Time.optional(),
  result_text: z.string().optional(),
  created_at: Time,
  issue_title: z.string(),
  issue_media_type: z.enum(ISSUE_MEDIA_TYPES),
  issue_category: z.enum(ISSUE_CATEGORIES).optional(),
  issue_status: z.enum(ISSUE_STATUSES),
  issue_closed_at: Time.optional(),
  issue_tmdb_id: z.int().optional(),
  issue_season: z.int().optional(),
  issue_episode: z.int().optional(),
  issue_occurrences: z.int(),
  /** As they were when it was proposed, for ever. */
  instance_id: OpaqueId,
  instance_name: z.string(),
  instance_service_type: z.enum(LIBRARY_MANAGERS),
  can_decide: z.boolean(),
  blocked_reason: z.string().optional(),
  auto_rule_id: NumericId.optional(),
  auto_approved: z.boolean(),
  auto_rule_label: z.string().optional(),
  /** The rule that `remember` would arm. */
  auto_approval_offer: ApprovalTriple.extend({
    label: z.string(),
    reactivates_paused_rule: z.boolean(),
  }).optional(),
  prior_attempts: z
    .array(
      z.object({
        kind: z.enum(ACTION_KINDS),
        facet: z.string().optional(),
        executed_at: Time,
        /** The same problem came back afterwards. */
        recurred: z.boolean(),
      }),
    )
    .optional(),
})
export type AgentAction = z.infer<typeof AgentAction>

const byId = z.object({ id: NumericIdParam })

export const getAgentActions = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/agent-actions',
  summary: 'Actions that wait for a decision, or all of them, newest first',
  query: z.object({ status: z.enum(['awaiting', 'all']).default('awaiting') }),
  response: z.object({ actions: z.array(AgentAction) }),
  refusals: ['validation'],
})

export const getAgentAction = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/agent-actions/{id}',
  summary: 'One action',
  params: byId,
  response: AgentAction,
  refusals: ['not_found'],
})

export const postAgentActionApprove = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/agent-actions/{id}/approve',
  summary: 'Carry out an action once, as it was proposed or with some of its values changed',
  params: byId,
  body: z.object({
    /** Some of `params`; 400 by field for what binds the action to its title and library. */
    override: z.record(z.string(), z.unknown()).optional(),
    /** Approve the same fix of the same problem by itself from now on; 400 where no problem was detected. */
    remember: z.boolean().optional(),
  }),
  response: AgentAction.extend({ rule_id: NumericId.optional() }),
  refusals: ['validation', 'not_found', 'not_awaiting', 'action_blocked'],
})

export const postAgentActionDeny = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/agent-actions/{id}/deny',
  summary: 'Refuse an action; the investigation goes on',
  params: byId,
  body: z.object({ note: textOfBytes(MAX_NOTE_BYTES).optional() }),
  response: AgentAction,
  refusals: ['validation', 'not_found', 'not_awaiting'],
})

/** 2:4.9 */
export const MAX_BATCH = 100

export const postAgentActionApproveBatch = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/agent-actions/approve-batch',
  summary: 'Approve several actions one after the other; each has its own verdict',
  body: z.object({
    ids: z
      .array(NumericId)
      .min(1)
      .max(MAX_BATCH)
      .refine(ids => new Set(ids).size === ids.length, { error: 'Name each action once.' }),
  }),
  response: z.object({
    results: z.array(
      z.object({
        id: NumericId,
        status: z.enum([...ACTION_STATUSES, 'skipped', 'error']),
        detail: z.string().optional(),
      }),
    ),
  }),
  refusals: ['validation'],
})
