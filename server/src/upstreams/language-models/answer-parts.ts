import { type FinishReason, jsonSchema, type LanguageModelUsage, streamText, tool, type ToolSet } from 'ai'
import { ModelFault } from '#kit/model-fault.ts'
import { untilAborted } from '#kit/until-aborted.ts'
import type { ModelPart, ModelRequest, ModelTool, ModelUsage } from '#ports/language-model.ts'
import { ErrorEvent } from './model-errors.ts'
import { toAnswer, toSdkMessages } from './model-messages.ts'
import { readErrorEvent } from './provider-error.ts'
import type { ProviderModel } from './provider-models.ts'

// Its warnings name fields of requests, and go to standard output past our log.
globalThis.AI_SDK_LOG_WARNINGS = false

type EndReason = Extract<ModelPart, { type: 'end' }>['reason']

/** `error` and `interrupted` are missing: those answers are not complete. */
const REASONS: Partial<Record<FinishReason, EndReason>> = {
  stop: 'stop',
  'tool-calls': 'tool_calls',
  length: 'length',
  'content-filter': 'refused',
  other: 'other',
}

/** One answer of one model. Throws whatever went wrong, or the signal's reason. */
export async function* streamParts(
  { model, options, max_output_tokens }: ProviderModel,
  request: ModelRequest,
): AsyncGenerator<ModelPart> {
  const { signal } = request
  const leaving = new AbortController()
  const leave = () => leaving.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    const result = streamText({
      model,
      messages: toSdkMessages(request.messages),
      providerOptions: options,
      maxRetries: 0,
      abortSignal: leaving.signal,
      // Errors arrive as parts; the default prints them.
      onError: () => {},
      telemetry: { isEnabled: false },
      include: { rawChunks: true },
      ...(request.instructions && { instructions: request.instructions }),
      ...(request.tools.length > 0 && { tools: toSdkTools(request.tools) }),
      ...(request.tools.length > 0 && request.forbid_tool_calls && { toolChoice: 'none' as const }),
      ...(max_output_tokens !== undefined && { maxOutputTokens: max_output_tokens }),
    })
    yield* readParts(result, signal)
  } finally {
    signal.removeEventListener('abort', leave)
    // Ends the call when the reader leaves early, or when an error came before the end.
    leaving.abort()
  }
}

async function* readParts(
  result: ReturnType<typeof streamText>,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const parts = result.stream[Symbol.asyncIterator]()
  let text = ''
  let calls = 0
  for (;;) {
    const { done, value: part } = await untilAborted(parts.next(), signal)
    if (done) throw new ModelFault('invalid_response')
    if (part.type === 'raw') {
      const error = readErrorEvent(part.rawValue)
      if (error) throw new ErrorEvent(error)
    } else if (part.type === 'error') {
      throw part.error
    } else if (part.type === 'text-delta' && part.text) {
      text += part.text
      yield { type: 'text', text: part.text }
    } else if (part.type === 'tool-call') {
      calls += 1
      yield toToolCall(part)
    } else if (part.type === 'finish') {
      const reason = endReason(part.finishReason, { text, calls })
      const answer = toAnswer(await result.responseMessages, text)
      yield { type: 'end', reason, answer, usage: toUsage(part.totalUsage) }
      return
    }
  }
}

/** The library also marks calls of unknown tools; whoever runs tools decides about those. */
function toToolCall(part: {
  toolCallId: string
  toolName: string
  input: unknown
  invalid?: boolean
}): ModelPart {
  const { toolCallId: call_id, toolName: name, input } = part
  const is_unreadable = part.invalid === true && typeof input === 'string'
  return { type: 'tool_call', call_id, name, input, ...(is_unreadable && { invalid: true as const }) }
}

/** Throws for answers that broke off or are empty. Some local servers end tool calls with `stop`. */
function endReason(finish: FinishReason, { text, calls }: { text: string; calls: number }): EndReason {
  const reason = REASONS[finish]
  if (!reason) throw new ModelFault('invalid_response')
  if (calls > 0 && reason === 'stop') return 'tool_calls'
  const may_be_empty = reason === 'length' || reason === 'refused'
  if (!text && calls === 0 && !may_be_empty) throw new ModelFault('invalid_response')
  return reason
}

function toSdkTools(tools: readonly ModelTool[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, input_schema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(input_schema) }),
    ]),
  )
}

function toUsage({ inputTokens, outputTokens, inputTokenDetails }: LanguageModelUsage): ModelUsage {
  return {
    input_tokens: inputTokens ?? 0,
    output_tokens: outputTokens ?? 0,
    cache_creation_tokens: inputTokenDetails.cacheWriteTokens ?? 0,
    cache_read_tokens: inputTokenDetails.cacheReadTokens ?? 0,
  }
}
