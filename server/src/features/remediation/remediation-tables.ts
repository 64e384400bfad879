import type { AiProvider } from '@foyer/contract/assistant/ai-providers'
import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import type { ActionKind, ActionRisk, ActionStatus } from '@foyer/contract/remediation/agent-actions'
import type { RunStatus, RunTrigger, StepKind, StopReason } from '@foyer/contract/remediation/agent-runs'
import type { Generated } from 'kysely'
import type { Fixed, Flag, Time } from '#db/column-types.ts'

/** One investigation of one issue. It may wait for people for days. */
export interface AgentRunsTable {
  id: Generated<number>
  issue_id: Fixed<number>
  /** The issue while the run is not over; null afterwards. There is one run at a time. */
  active_issue_id: number | null
  trigger: Fixed<RunTrigger>
  status: RunStatus
  model: string
  provider: AiProvider
  /** One-way: the model and account that its answers belong to. With another one, answers go back as text alone. */
  binding: string
  step_count: number
  /** Time spent working; waiting for people is free. */
  worked_ms: number
  input_tokens: number
  output_tokens: number
  cache_creation_tokens: number
  cache_read_tokens: number
  stop_reason: StopReason | null
  /** When a reporter who does not answer is no longer waited for. */
  waiting_until: Time | null
  /** The last message of the thread that the agent was shown; 0 when there was none. */
  seen_message_id: number
  started_at: Fixed<Time>
  finished_at: Time | null
}

/** What happened in a run, in order: the audit trail, and all that a resumed run knows. */
export interface AgentStepsTable {
  id: Generated<number>
  run_id: Fixed<number>
  seq: Fixed<number>
  kind: Fixed<StepKind>
  /** Pairs a call with its result. */
  call_id: string | null
  tool_name: string | null
  /** JSON. */
  tool_input: string | null
  /** Text as the model sees it; null while the call is not answered. */
  tool_output: string | null
  text: string | null
  /** JSON: the answer as the adapter gave it, to be passed back unchanged. */
  model_content: string | null
  is_error: Flag
  created_at: Fixed<Time>
}

/** A change that the agent proposes. What it is bound to never changes after that. */
export interface AgentActionsTable {
  id: Generated<number>
  issue_id: Fixed<number>
  run_id: number | null
  call_id: Fixed<string | null>
  kind: Fixed<ActionKind>
  facet: string
  /** Of the issue, at that time. */
  problem_kind: Fixed<ProblemKind | null>
  /** JSON. */
  params: Fixed<string>
  /** JSON: all of them, where an admin changed some. */
  approved_params: string | null
  rationale: Fixed<string>
  risk: Fixed<ActionRisk>
  status: ActionStatus
  instance_id: Fixed<string>
  instance_name: Fixed<string>
  service_type: Fixed<LibraryManagerType>
  /** Where the instance was: another address is another library. */
  instance_url: Fixed<string>
  decided_by: number | null
  decided_at: Time | null
  deny_reason: string | null
  auto_rule_id: number | null
  /** Stays when the rule is deleted. */
  auto_rule_label: string | null
  /** When its issue was resolved and the rule was credited, once. */
  auto_resolved_at: Time | null
  /** Set right before the change is sent, for ever: it is never sent again. */
  sent_at: Time | null
  executed_at: Time | null
  result_text: string | null
  created_at: Fixed<Time>
}

/** A standing approval of one fix for one problem. */
export interface ApprovalRulesTable {
  id: Generated<number>
  problem_kind: Fixed<ProblemKind>
  action_kind: Fixed<ActionKind>
  action_facet: Fixed<string>
  status: 'active' | 'paused'
  paused_reason: string | null
  paused_at: Time | null
  paused_by_issue_id: number | null
  approved_since_pause: number
  created_by: number | null
  seed_action_id: number | null
  approved_count: number
  resolved_count: number
  last_approved_at: Time | null
  last_resolved_at: Time | null
  created_at: Fixed<Time>
  updated_at: Time
}

export interface RemediationTables {
  agent_runs: AgentRunsTable
  agent_steps: AgentStepsTable
  agent_actions: AgentActionsTable
  approval_rules: ApprovalRulesTable
}
