import type { JsonRecord } from '../kit/json.ts'

/** Whose address was called. */
export type ModelProvider = 'openai' | 'anthropic' | 'gemini' | 'grok' | 'local'

export type ModelWire = 'chat_completions' | 'responses' | 'messages' | 'generate_content'

export interface ToolCall {
  name: string
  /** A text is sent as it is, also when it is not JSON; anything else as JSON. */
  input: unknown
}

export interface ReplyUsage {
  input_tokens: number
  output_tokens: number
  cache_creation_tokens: number
  cache_read_tokens: number
}

/** What the model does next. Empty, it answers "OK". */
export interface Reply {
  /** Sent word by word, or in exactly these pieces. */ text?: string | readonly string[]
  tool_calls?: readonly ToolCall[]
  /** Signed where the provider signs. */
  reasoning?: string
  /** Hides the reasoning in a block that only the provider can read (Anthropic). */
  redacted?: true
  /** Why it ended, where that is not the plain end. */
  finish?: 'length' | 'refused'
  usage?: Partial<ReplyUsage>
  /** Nothing is answered before it resolves; with `hold_after`, nothing more after so many pieces of text. */
  hold?: Promise<unknown>
  hold_after?: number
  /** An HTTP error in the provider's own form. */
  status?: number
  /** Details of the HTTP error; without a status, an error event inside the stream after the text. */
  error?: { message?: string; type?: string; code?: string; param?: string }
  /** Seconds, as a header of the HTTP error. */
  retry_after?: number
  /** Nothing more comes after the text, and the connection stays open. */
  stall?: true
  /** The connection ends in the middle of the event after the text. */
  cut?: true
  /** The event after the text is not what was promised. */
  garbage?: true
}

/** One message, in no provider's form. */
export interface AskedMessage {
  role: 'user' | 'assistant' | 'tool'
  text: string
  tool_calls?: { id: string; name: string; input: unknown }[]
  /** Of a tool's result: the call it answers, and the tool. */
  call_id?: string
  name?: string
}

export interface AskedTool {
  name: string
  description: string
  input_schema: JsonRecord
}

/** What a model is asked, in no provider's form. */
export interface ModelQuestion {
  provider: ModelProvider
  wire: ModelWire
  model: string
  system: string
  messages: AskedMessage[]
  tools: AskedTool[]
  effort: string | null
  max_tokens: number | null
  stream: boolean
}

export interface ModelCall extends ModelQuestion {
  at: number
  /** The key or token that came with it. */
  authorization: string
  body: JsonRecord
}

export type Brain = (question: ModelQuestion) => Reply | Promise<Reply>

/** One event of a stream; `event` where the format names them. */
export interface StreamEvent {
  event?: string
  data: unknown
}

/** An answer in a provider's format, both ways it can be sent. */
export interface EncodedReply {
  /** Before the first piece of text. */ before: StreamEvent[]
  /** One list for each piece of text. */
  pieces: StreamEvent[][]
  after: StreamEvent[]
  /** Not streamed. */
  whole: unknown
}
