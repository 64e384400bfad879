import { z } from 'zod'
import { AiProvider } from '../assistant/ai-providers.ts'
import { Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'

/** How problems are looked after, and what came of it (2:4.9). */
const ofAdmin = {
  access: 'admin',
  permission: 'remediation:manage',
  spec: '2:4.9',
} as const satisfies Partial<RouteDefinition>

const within = (min: number, max: number) => z.int().min(min).max(max)

/** What an admin chooses. */
export const RemediationChoices = z.object({
  /** The agent may investigate. */
  enabled: z.boolean(),
  /** It begins by itself with what was detected; reports need `enabled` only. */
  auto_dispatch: z.boolean(),
  /** People may report problems; independent of `enabled`. */
  allow_reporting: z.boolean(),
  mark_resolved_as_read: z.boolean(),
  mode: z.enum(['supervised', 'investigate_only']),
  /** Empty: the model of the included profile. */
  model_override: z.string().trim().max(256),
  max_steps: within(1, 50),
  max_turn_tokens: within(256, 32_768),
  max_wall_clock_secs: within(30, 1800),
  /** C48: 0 means no runs. */
  daily_run_cap: within(0, 1000),
  circuit_breaker_giveups: within(1, 100),
  max_user_wait_hours: within(1, 720),
  observation_min_minutes: within(0, 1440),
  observation_quiet_minutes: within(0, 360),
  observation_settle_minutes: within(0, 60),
})
export type RemediationChoices = z.infer<typeof RemediationChoices>

export const RemediationSettings = RemediationChoices.extend({
  /** The provider that `model_override` was tested with; empty without one (2:4.7.2). */
  model_override_provider: z.union([AiProvider, z.literal('')]),
})
export type RemediationSettings = z.infer<typeof RemediationSettings>

export const getRemediationSettings = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/remediation-settings',
  summary: 'How problems are looked after',
  response: RemediationSettings,
})

export const putRemediationSettings = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  path: '/api/admin/remediation-settings',
  summary: 'Change some of it; a model override is tested first',
  body: RemediationChoices.partial(),
  response: RemediationSettings,
  refusals: ['validation', 'ai_validation_failed', 'conflict'],
})

/** C49: the `resolved_by_*` counts do not overlap; the rest of `issues_resolved` cleared on its own. */
export const AgentDigest = z.object({
  days: z.int(),
  issues_opened: z.int(),
  issues_resolved: z.int(),
  self_cleared: z.int(),
  resolved_by_rules: z.int(),
  resolved_by_agent: z.int(),
  resolved_by_admin: z.int(),
  closed_no_fix: z.int(),
  dismissed: z.int(),
  /** Resolved without anyone deciding. */
  zero_touch: z.int(),
  reporter_closed: z.int(),
  actions_executed: z.int(),
  rule_approved: z.int(),
  tokens_in: z.int(),
  tokens_out: z.int(),
  /** The next three are current counts, not limited to the window. */
  needs_admin_open: z.int(),
  pending_proposals: z.int(),
  paused_rules: z.int(),
  rule_counts: z.array(z.object({ label: z.string(), count: z.int() })),
  generated_at: Time,
})
export type AgentDigest = z.infer<typeof AgentDigest>

export const getAgentDigest = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/agent-digest',
  summary: 'What happened to issues in the last days',
  query: z.object({
    days: z
      .string()
      .regex(/^[0-9]{1,4}$/, 'Use a whole number from 1 to 90.')
      .transform(Number)
      .pipe(within(1, 90))
      .default(7),
  }),
  response: AgentDigest,
  refusals: ['validation'],
})
