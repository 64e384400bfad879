import { z } from 'zod'
import { NumericId, NumericIdParam, Time } from '../primitives.ts'
import { defineRoute } from '../route.ts'

export const RUN_TRIGGERS = ['auto', 'user_report'] as const
export type RunTrigger = (typeof RUN_TRIGGERS)[number]

export const RUN_STATUSES = [
  'running',
  'waiting_user',
  'waiting_approval',
  'resume_pending',
  'succeeded',
  'gave_up',
  'failed',
  'aborted',
] as const
export type RunStatus = (typeof RUN_STATUSES)[number]

export const STOP_REASONS = [
  'resolved',
  'max_steps',
  'timeout',
  'model_error',
  'infrastructure_error',
  'no_diagnosis',
  'unverified_conclusion',
  'awaiting_approval',
  'awaiting_user',
  'user_unresponsive',
  'aborted',
] as const
export type StopReason = (typeof STOP_REASONS)[number]

export const AgentRun = z.object({
  id: NumericId,
  issue_id: NumericId,
  trigger: z.enum(RUN_TRIGGERS),
  status: z.enum(RUN_STATUSES),
  model: z.string(),
  step_count: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  cache_creation_tokens: z.int(),
  cache_read_tokens: z.int(),
  stop_reason: z.enum(STOP_REASONS).optional(),
  started_at: Time,
  finished_at: Time.optional(),
})
export type AgentRun = z.infer<typeof AgentRun>

/** `message` is what the model wrote, `tool` a call with its result, `note` what the server adds. */
export const STEP_KINDS = ['message', 'tool', 'note'] as const
export type StepKind = (typeof STEP_KINDS)[number]

export const AgentStep = z.object({
  id: NumericId,
  seq: z.int(),
  kind: z.enum(STEP_KINDS),
  tool_name: z.string().optional(),
  tool_input: z.unknown().optional(),
  /** Absent while the call is not answered. */
  tool_output: z.unknown().optional(),
  text: z.string().optional(),
  is_error: z.boolean(),
  created_at: Time,
})
export type AgentStep = z.infer<typeof AgentStep>

export const getAgentRun = defineRoute({
  access: 'admin',
  permission: 'remediation:manage',
  spec: '2:4.9',
  method: 'GET',
  path: '/api/admin/agent-runs/{id}',
  summary: 'Everything that one run did, step by step',
  params: z.object({ id: NumericIdParam }),
  response: z.object({ run: AgentRun, steps: z.array(AgentStep) }),
  refusals: ['not_found'],
})
