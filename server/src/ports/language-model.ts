import type { AiProvider, ReasoningEffort } from '@foyer/contract/assistant/ai-providers'

/** Everything needed to reach one model. */
export interface ModelAccount {
  provider: AiProvider
  model: string
  /** A key or an access token; empty for a local server without one. */
  secret: string
  /** Of a local server; empty for all others. */
  base_url: string
  /** Empty: the provider decides. */
  effort: ReasoningEffort
  /** Whether a local server is reached like a provider on the internet. All others always are. */
  use_proxy: boolean
}

/**
 * A conversation, without any provider's own format. An answer is kept as the adapter gave it: parts of it may be
 * signed by the provider, and must come back unchanged or not at all (2:4.6).
 */
export type ModelMessage =
  | { role: 'user'; text: string }
  /** What an assistant said, known by its text alone. */
  | { role: 'assistant'; text: string }
  | ModelAnswer
  | { role: 'tools'; results: readonly ModelToolResult[] }

export interface ModelAnswer {
  role: 'answer'
  text: string
  /** JSON of the adapter, to be passed back as it is. */
  content: unknown
  /** Whether the provider signed any of it. */
  is_signed: boolean
}

export interface ModelToolResult {
  call_id: string
  name: string
  text: string
  ok: boolean
}

export interface ModelTool {
  name: string
  description: string
  /** JSON Schema of an object. */
  input_schema: Record<string, unknown>
}

export interface ModelRequest {
  instructions: string
  messages: readonly ModelMessage[]
  /** None: the model can only write. */
  tools: readonly ModelTool[]
  /** The tools stay listed, because the conversation used them, but none may be called. */
  forbid_tool_calls?: boolean
  max_output_tokens?: number
  /** Think as little as the model allows, unless the account has an effort of its own. */
  lowest_effort?: boolean
  signal: AbortSignal
}

export interface ModelUsage {
  input_tokens: number
  output_tokens: number
  cache_creation_tokens: number
  cache_read_tokens: number
}

export type ModelPart =
  /** As it arrives. */
  | { type: 'text'; text: string }
  /** `input` is what the model wrote, parsed as JSON; `invalid` when it is no JSON. */
  | { type: 'tool_call'; call_id: string; name: string; input: unknown; invalid?: true }
  /** The last part. */
  | {
      type: 'end'
      reason: 'stop' | 'tool_calls' | 'length' | 'refused' | 'other'
      answer: ModelAnswer
      usage: ModelUsage
    }

/**
 * Answers of language models. Throws ModelFault, or the signal's own reason when the caller aborts. Nothing is repeated
 * after the first part.
 */
export interface LanguageModels {
  stream(account: ModelAccount, request: ModelRequest): AsyncIterable<ModelPart>
}
