import type { AgentRun, AgentStep } from '@foyer/contract/remediation/agent-runs'
import type { RunRecord, StepRecord } from './agent/agent-run.ts'

export function runView(run: RunRecord): AgentRun {
  const { id, issue_id, trigger, status, model, step_count, stop_reason, started_at, finished_at } = run
  const { input_tokens, output_tokens, cache_creation_tokens, cache_read_tokens } = run
  return {
    id,
    issue_id,
    trigger,
    status,
    model,
    step_count,
    input_tokens,
    output_tokens,
    cache_creation_tokens,
    cache_read_tokens,
    ...(stop_reason !== null && { stop_reason }),
    started_at,
    ...(finished_at !== null && { finished_at }),
  }
}

/** What a model wrote beside its text stays here: it is signed for the provider and of no use to people. */
export function stepView(step: StepRecord): AgentStep {
  const { id, seq, kind, tool_name, tool_input, tool_output, text, is_error, created_at } = step
  return {
    id,
    seq,
    kind,
    ...(tool_name !== null && { tool_name }),
    ...(tool_input !== null && { tool_input: JSON.parse(tool_input) as unknown }),
    ...(tool_output !== null && { tool_output: asJson(tool_output) }),
    // A model may call a tool without a word.
    ...(text && { text }),
    is_error: is_error === 1,
    created_at,
  }
}

/** Results of tools are JSON, unless they were cut or are sentences. */
function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
