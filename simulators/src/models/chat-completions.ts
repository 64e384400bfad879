import { asList, asRecord, isRecord, type JsonRecord, textIn } from '../kit/json.ts'
import type { AskedMessage, AskedTool, EncodedReply, Reply } from './model-types.ts'
import { argumentsOf, halves, piecesOf, textOf, usageOf } from './reply-encoding.ts'
import {
  anything,
  byField,
  checkToolNames,
  type Check,
  count,
  either,
  filledText,
  flag,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  record,
  text,
  toolName,
  toolSchema,
  violate,
  Violation,
} from './shape.ts'
import type { WireContext, WireFormat } from './wire-format.ts'

const MAX_TOOLS = 128
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

const textPart = object({ type: oneOf('text'), text })
const parts = listOf(byField('type', { text: textPart, refusal: object({ type: text, refusal: text }) }))
const userParts = listOf(
  byField('type', { text: textPart, image_url: object({ type: text, image_url: record }) }),
)
const toolCall = object({
  id: filledText,
  type: oneOf('function'),
  function: object({ name: toolName(64), arguments: text }),
})

const message = byField('role', {
  system: object({ role: text, content: either(parts, text) }, { name: text }),
  developer: object({ role: text, content: either(parts, text) }, { name: text }),
  user: object({ role: text, content: either(userParts, text) }, { name: text }),
  assistant: object(
    { role: text },
    {
      content: either(parts, nullable(text)),
      refusal: nullable(text),
      name: text,
      tool_calls: listOf(toolCall),
      // Models that show their thoughts take them back; OpenAI's own never show any.
      reasoning_content: nullable(text),
    },
  ),
  tool: object({ role: text, content: either(parts, text), tool_call_id: filledText }),
})

const tool = object({
  type: oneOf('function'),
  function: object(
    { name: toolName(64) },
    { description: text, parameters: toolSchema, strict: nullable(flag) },
  ),
})

const toolChoice = either(
  oneOf('none', 'auto', 'required'),
  object({ type: oneOf('function'), function: object({ name: filledText }) }),
)

const COMMON: Record<string, Check> = {
  frequency_penalty: nullable(number),
  logit_bias: nullable(record),
  logprobs: nullable(flag),
  max_completion_tokens: nullable(count),
  max_tokens: nullable(count),
  n: nullable(count),
  parallel_tool_calls: flag,
  presence_penalty: nullable(number),
  reasoning_effort: nullable(oneOf(...EFFORTS)),
  response_format: record,
  seed: nullable(number),
  stop: nullable(either(listOf(text), text)),
  stream: nullable(flag),
  stream_options: nullable(object({}, { include_usage: flag, include_obfuscation: flag })),
  temperature: nullable(number),
  tool_choice: toolChoice,
  tools: listOf(tool),
  top_logprobs: nullable(number),
  top_p: nullable(number),
  user: text,
}

const OPENAI_ONLY: Record<string, Check> = {
  metadata: nullable(record),
  modalities: nullable(listOf(text)),
  prediction: nullable(record),
  prompt_cache_key: text,
  prompt_cache_retention: nullable(text),
  safety_identifier: text,
  service_tier: nullable(text),
  store: nullable(flag),
  verbosity: nullable(text),
  web_search_options: record,
}

const required = { model: filledText, messages: listOf(message) }
const FORMS = {
  openai: object(required, { ...COMMON, ...OPENAI_ONLY }),
  grok: object(required, { ...COMMON, search_parameters: record, deferred: flag }),
  local: object(required, { ...COMMON, options: anything }),
}

/** Models of OpenAI that think before they write. */
export const isReasoningModel = (model: string): boolean => /^(gpt-[5-9]|o\d)/.test(model)

const isAbsent = (value: unknown) => value === undefined || value === null

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map(part => textIn(asRecord(part), 'text') ?? '')
    .join('')
}

function toolsOf(body: JsonRecord): AskedTool[] {
  return asList(body['tools']).map(one => {
    const fn = asRecord(asRecord(one)['function'])
    return {
      name: textIn(fn, 'name') ?? '',
      description: textIn(fn, 'description') ?? '',
      input_schema: asRecord(fn['parameters']),
    }
  })
}

export function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

/** Each result answers a call of the assistant's message before it, and each call is answered before anything else. */
function readMessages(messages: readonly JsonRecord[]): AskedMessage[] {
  const names = new Map<string, string>()
  let open: string[] = []
  const read = messages.map((one, i): AskedMessage | null => {
    const role = textIn(one, 'role')
    const body = contentText(one['content'])
    if (role === 'tool') {
      const call_id = textIn(one, 'tool_call_id') ?? ''
      if (!open.includes(call_id))
        throw new Violation(
          `Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.`,
          `messages.[${i}].role`,
        )
      open = open.filter(id => id !== call_id)
      return { role: 'tool', text: body, call_id, name: names.get(call_id) ?? '' }
    }
    refuseOpenCalls(open)
    if (role !== 'assistant') return role === 'user' ? { role: 'user', text: body } : null
    const tool_calls = asList(one['tool_calls']).map(call => {
      const { id, function: fn } = asRecord(call)
      const { name, arguments: args } = asRecord(fn)
      return { id: String(id), name: String(name), input: parsed(String(args)) }
    })
    if (tool_calls.length === 0 && isAbsent(one['content']))
      violate(`messages[${i}].content`, 'expected a string or an array, got null')
    if (isRecord(one) && Array.isArray(one['tool_calls']) && tool_calls.length === 0)
      violate(`messages[${i}].tool_calls`, 'empty array')
    for (const call of tool_calls) names.set(call.id, call.name)
    open = tool_calls.map(call => call.id)
    return { role: 'assistant', text: body, ...(tool_calls.length > 0 && { tool_calls }) }
  })
  refuseOpenCalls(open)
  return read.filter(one => one !== null)
}

function refuseOpenCalls(open: readonly string[]): void {
  if (open.length > 0)
    throw new Violation(
      `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
      'messages',
    )
}

function checkModelLimits({ body, provider, model }: WireContext): void {
  if (!isAbsent(body['stream_options']) && body['stream'] !== true)
    violate('stream_options', `only allowed when 'stream' is enabled`)
  if (body['tool_choice'] !== undefined && body['tools'] === undefined)
    violate('tool_choice', `only allowed when 'tools' are specified`)
  if (provider !== 'openai' || !isReasoningModel(model)) return
  if (!isAbsent(body['max_tokens']))
    throw new Violation(
      `Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.`,
      'max_tokens',
    )
  for (const name of ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'])
    if (!isAbsent(body[name]) && body[name] !== 1 && body[name] !== 0)
      throw new Violation(`Unsupported value: '${name}' does not support this value with this model.`, name)
}

function usageBlock(reply: Reply, asked: number) {
  const usage = usageOf(reply, asked)
  return {
    prompt_tokens: usage.input_tokens,
    completion_tokens: usage.output_tokens,
    total_tokens: usage.input_tokens + usage.output_tokens,
    prompt_tokens_details: { cached_tokens: usage.cache_read_tokens },
    completion_tokens_details: { reasoning_tokens: 0 },
  }
}

function finishOf(reply: Reply): string {
  if (reply.finish === 'length') return 'length'
  if (reply.finish === 'refused') return 'content_filter'
  return reply.tool_calls?.length ? 'tool_calls' : 'stop'
}

function encode(reply: Reply, context: WireContext): EncodedReply {
  const { provider, model, issued, body } = context
  const id = issued.id('chatcmpl-')
  const created = Math.floor(context.now / 1000)
  const usage = usageBlock(reply, JSON.stringify(body).length)
  const chunk = (delta: JsonRecord, finish_reason: string | null = null, extra: JsonRecord = {}) => ({
    data: {
      id,
      object: 'chat.completion.chunk',
      created,
      model,
      choices: [{ index: 0, delta, finish_reason }],
      ...extra,
    },
  })
  const calls = (reply.tool_calls ?? []).map(call => ({
    id: issued.id('call_'),
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call) },
  }))
  // OpenAI keeps its thoughts to itself on this wire; the others show them.
  const shown = provider === 'openai' ? undefined : reply.reasoning
  const wants_usage = asRecord(body['stream_options'])['include_usage'] === true
  return {
    before: [
      chunk({ role: 'assistant', content: '' }),
      ...(shown === undefined ? [] : [chunk({ reasoning_content: shown })]),
    ],
    pieces: piecesOf(reply).map(piece => [chunk({ content: piece })]),
    after: [
      ...calls.flatMap(({ function: fn, ...call }, index) => [
        chunk({ tool_calls: [{ index, ...call, function: { name: fn.name, arguments: '' } }] }),
        ...halves(fn.arguments).map(part =>
          chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
        ),
      ]),
      chunk({}, finishOf(reply), provider === 'grok' ? { usage } : {}),
      ...(wants_usage && provider !== 'grok'
        ? [{ data: { id, object: 'chat.completion.chunk', created, model, choices: [], usage } }]
        : []),
    ],
    whole: {
      id,
      object: 'chat.completion',
      created,
      model,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: textOf(reply) === '' ? null : textOf(reply),
            ...(shown !== undefined && { reasoning_content: shown }),
            refusal: null,
            ...(calls.length > 0 && { tool_calls: calls }),
          },
          finish_reason: finishOf(reply),
        },
      ],
      usage,
    },
  }
}

/** `POST {base}/chat/completions`, of OpenAI, xAI and the servers that imitate them. */
export const chatCompletions: WireFormat = {
  read(context) {
    const { body, provider } = context
    FORMS[provider === 'grok' || provider === 'local' ? provider : 'openai'](body, '')
    const messages = asList(body['messages']).map(asRecord)
    if (messages.length === 0) violate('messages', 'expected at least one message')
    const tools = toolsOf(body)
    if (body['tools'] !== undefined && tools.length === 0) violate('tools', 'empty array')
    checkToolNames(
      tools.map(one => one.name),
      MAX_TOOLS,
    )
    checkModelLimits(context)
    const limit = body['max_completion_tokens'] ?? body['max_tokens']
    return {
      system: messages
        .filter(one => one['role'] === 'system' || one['role'] === 'developer')
        .map(one => contentText(one['content']))
        .join('\n\n'),
      messages: readMessages(messages),
      tools,
      effort: textIn(body, 'reasoning_effort') ?? null,
      max_tokens: typeof limit === 'number' ? limit : null,
    }
  },
  encode,
  errorEvent: error => ({
    data: {
      error: { message: 'The server had an error', type: 'server_error', param: null, code: null, ...error },
    },
  }),
  ending: 'data: [DONE]\n\n',
}
