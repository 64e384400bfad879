import { asList, asRecord, isRecord, type JsonRecord, textIn } from '../kit/json.ts'
import type { AskedMessage, EncodedReply, Reply } from './model-types.ts'
import { argumentsOf, halves, piecesOf, textOf, usageOf } from './reply-encoding.ts'
import { parsed } from './chat-completions.ts'
import {
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

const LEAST_THINKING = 1024
const MAX_CACHE_POINTS = 4

const cache_control = nullable(object({ type: oneOf('ephemeral') }, { ttl: oneOf('5m', '1h') }))
const callId: Check = (value, path) => {
  if (typeof value !== 'string' || !/^[\w-]+$/.test(value)) violate(path, `expected ^[a-zA-Z0-9_-]+$`)
}
const textBlock = object(
  { type: text, text: filledText },
  { cache_control, citations: nullable(listOf(record)) },
)
const userBlock = byField('type', {
  text: textBlock,
  image: object({ type: text, source: record }, { cache_control }),
  tool_result: object(
    { type: text, tool_use_id: callId },
    {
      content: either(
        listOf(byField('type', { text: textBlock, image: object({ type: text, source: record }) })),
        text,
      ),
      is_error: flag,
      cache_control,
    },
  ),
})
const assistantBlock = byField('type', {
  text: textBlock,
  tool_use: object(
    { type: text, id: callId, name: toolName(200), input: record },
    { cache_control, caller: record },
  ),
  thinking: object({ type: text, thinking: text, signature: filledText }),
  redacted_thinking: object({ type: text, data: filledText }),
})
const message = byField('role', {
  user: object({ role: text, content: either(listOf(userBlock), filledText) }),
  assistant: object({ role: text, content: either(listOf(assistantBlock), filledText) }),
})

const tool = object(
  { name: toolName(128), input_schema: toolSchema },
  {
    type: oneOf('custom', null),
    description: text,
    cache_control,
    strict: flag,
    eager_input_streaming: flag,
    defer_loading: flag,
    allowed_callers: listOf(text),
    input_examples: listOf(record),
  },
)
const parallel = { disable_parallel_tool_use: flag }

const FORM = object(
  { model: filledText, max_tokens: count, messages: listOf(message) },
  {
    cache_control,
    container: nullable(text),
    inference_geo: nullable(text),
    metadata: object({}, { user_id: nullable(text) }),
    output_config: object(
      {},
      { effort: nullable(oneOf('low', 'medium', 'high', 'xhigh', 'max')), format: nullable(record) },
    ),
    service_tier: oneOf('auto', 'standard_only'),
    stop_sequences: listOf(filledText),
    stream: flag,
    system: either(listOf(byField('type', { text: textBlock })), text),
    temperature: number,
    thinking: byField('type', {
      enabled: object({ type: text, budget_tokens: count }, { display: text }),
      disabled: object({ type: text }),
      adaptive: object({ type: text }, { display: text }),
    }),
    tool_choice: byField('type', {
      auto: object({ type: text }, parallel),
      any: object({ type: text }, parallel),
      none: object({ type: text }),
      tool: object({ type: text, name: filledText }, parallel),
    }),
    tools: listOf(tool),
    top_k: number,
    top_p: number,
  },
)

interface Turn {
  role: 'user' | 'assistant'
  blocks: JsonRecord[]
}

/** Neighbours of the same role are one message, as the API joins them. */
function turnsOf(body: JsonRecord): Turn[] {
  const turns: Turn[] = []
  for (const one of asList(body['messages']).map(asRecord)) {
    const role = one['role'] === 'assistant' ? 'assistant' : 'user'
    const { content } = one
    const blocks =
      typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content).map(asRecord)
    const last = turns.at(-1)
    if (last?.role === role) last.blocks.push(...blocks)
    else turns.push({ role, blocks })
  }
  return turns
}

const ofType = (turn: Turn | undefined, type: string) =>
  (turn?.blocks ?? []).filter(block => block['type'] === type)

function checkToolResults(turns: readonly Turn[]): void {
  for (const [i, turn] of turns.entries()) {
    const answers = ofType(turn, 'tool_result').map(block => block['tool_use_id'])
    const asked = turn.role === 'user' ? ofType(turns[i - 1], 'tool_use').map(block => block['id']) : []
    const strange = answers.filter(id => !asked.includes(id))
    if (strange.length > 0 || new Set(answers).size !== answers.length)
      throw new Violation(
        `messages.${i}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${strange.join(', ')}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      )
    const missing = asked.filter(id => !answers.includes(id))
    if (missing.length > 0)
      throw new Violation(
        `messages.${i - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}.`,
      )
    const first_other = turn.blocks.findIndex(block => block['type'] !== 'tool_result')
    if (answers.length > 0 && first_other >= 0 && first_other < answers.length)
      throw new Violation(`messages.${i}: \`tool_result\` blocks must come before all other content.`)
  }
  if (ofType(turns.at(-1), 'tool_use').length > 0)
    throw new Violation(
      `messages: \`tool_use\` ids were found without \`tool_result\` blocks immediately after.`,
    )
}

/** Thinking comes back as it was signed, and stands before the call it led to as long as that call's turn lasts. */
function checkThinking(turns: readonly Turn[], { issued }: WireContext): void {
  const asked_at = turns.findLastIndex(
    turn => turn.role === 'user' && ofType(turn, 'tool_result').length === 0,
  )
  for (const [i, turn] of turns.entries()) {
    const seen = new Set<string>()
    for (const [j, block] of turn.blocks.entries()) {
      const signature = textIn(block, 'signature') ?? textIn(block, 'data')
      if (signature !== undefined) {
        const at = `messages.${i}.content.${j}`
        const content = issued.signedContent(signature)
        if (content === undefined) throw new Violation(`${at}: Invalid \`signature\` in \`thinking\` block`)
        if (block['type'] === 'thinking' && block['thinking'] !== content)
          throw new Violation(
            `${at}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified.`,
          )
        seen.add(signature)
      }
      const needed = block['type'] === 'tool_use' ? issued.signatureFor(String(block['id'])) : undefined
      if (needed !== undefined && !seen.has(needed) && i > asked_at)
        throw new Violation(
          `messages.${i}.content.${j}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`tool_use\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block.`,
        )
    }
  }
}

function checkLimits(body: JsonRecord): void {
  const thinking = asRecord(body['thinking'])
  const budget = Number(thinking['budget_tokens'] ?? LEAST_THINKING)
  if (budget < LEAST_THINKING)
    violate('thinking.budget_tokens', 'Input should be greater than or equal to 1024')
  if (thinking['type'] === 'enabled' && budget >= Number(body['max_tokens']))
    throw new Violation('`max_tokens` must be greater than `thinking.budget_tokens`.')
  if (thinking['type'] === 'enabled' && body['temperature'] !== undefined && body['temperature'] !== 1)
    throw new Violation('`temperature` may only be set to 1 when thinking is enabled.')
  const uses_tools = JSON.stringify(body['messages']).includes('"type":"tool_use"')
  if (uses_tools && asList(body['tools']).length === 0)
    throw new Violation('Requests which include `tool_use` or `tool_result` blocks must define tools.')
  if (body['tool_choice'] !== undefined && asList(body['tools']).length === 0)
    throw new Violation('`tool_choice` may only be specified while providing `tools`.')
  const points = JSON.stringify(body).split('"cache_control":{').length - 1
  if (points > MAX_CACHE_POINTS)
    throw new Violation(`A maximum of 4 blocks with cache_control may be provided. Found ${points}.`)
}

function blockText(content: unknown): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map(block => textIn(asRecord(block), 'text') ?? '')
    .join('')
}

function readTurns(turns: readonly Turn[]): AskedMessage[] {
  const names = new Map<string, string>()
  return turns.flatMap((turn): AskedMessage[] => {
    const said = blockText(ofType(turn, 'text'))
    const tool_calls = ofType(turn, 'tool_use').map(block => {
      names.set(String(block['id']), String(block['name']))
      return { id: String(block['id']), name: String(block['name']), input: block['input'] }
    })
    if (turn.role === 'assistant')
      return [{ role: 'assistant', text: said, ...(tool_calls.length > 0 && { tool_calls }) }]
    const results = ofType(turn, 'tool_result').map((block): AskedMessage => {
      const call_id = String(block['tool_use_id'])
      return { role: 'tool', text: blockText(block['content']), call_id, name: names.get(call_id) ?? '' }
    })
    const has_text = turn.blocks.some(block => block['type'] !== 'tool_result')
    return [...results, ...(has_text ? [{ role: 'user' as const, text: said }] : [])]
  })
}

function stopReason(reply: Reply): string {
  if (reply.finish === 'length') return 'max_tokens'
  if (reply.finish === 'refused') return 'refusal'
  return reply.tool_calls?.length ? 'tool_use' : 'end_turn'
}

function encode(reply: Reply, context: WireContext): EncodedReply {
  const { issued, model, body } = context
  const id = issued.id('msg_')
  const { input_tokens, output_tokens, cache_creation_tokens, cache_read_tokens } = usageOf(
    reply,
    JSON.stringify(body).length,
  )
  const usage = {
    input_tokens,
    cache_creation_input_tokens: cache_creation_tokens,
    cache_read_input_tokens: cache_read_tokens,
    output_tokens: 1,
  }
  let index = -1
  const start = (content_block: JsonRecord) => {
    index += 1
    return event({ type: 'content_block_start', index, content_block })
  }
  const delta = (change: JsonRecord) => event({ type: 'content_block_delta', index, delta: change })
  const stop = () => event({ type: 'content_block_stop', index })

  const message = { id, type: 'message', role: 'assistant', model, stop_sequence: null }
  const before = [
    event({ type: 'message_start', message: { ...message, content: [], stop_reason: null, usage } }),
    event({ type: 'ping' }),
  ]
  const content: JsonRecord[] = []
  const signature = reply.reasoning === undefined ? undefined : issued.sign(reply.reasoning)
  if (signature !== undefined && reply.redacted) {
    const block = { type: 'redacted_thinking', data: signature }
    content.push(block)
    before.push(start(block), stop())
  } else if (signature !== undefined) {
    content.push({ type: 'thinking', thinking: reply.reasoning, signature })
    before.push(
      start({ type: 'thinking', thinking: '', signature: '' }),
      ...halves(reply.reasoning ?? '').map(thinking => delta({ type: 'thinking_delta', thinking })),
      delta({ type: 'signature_delta', signature }),
      stop(),
    )
  }
  const said = textOf(reply)
  if (said !== '') {
    content.push({ type: 'text', text: said })
    before.push(start({ type: 'text', text: '' }))
  }
  const pieces = piecesOf(reply).map(piece => [delta({ type: 'text_delta', text: piece })])
  const after = said === '' ? [] : [stop()]
  for (const call of reply.tool_calls ?? []) {
    const call_id = issued.id('toolu_')
    if (signature !== undefined) issued.bindCall(call_id, signature)
    const block = { type: 'tool_use', id: call_id, name: call.name }
    content.push({ ...block, input: parsed(argumentsOf(call)) })
    after.push(
      start({ ...block, input: {} }),
      ...halves(argumentsOf(call)).map(partial_json => delta({ type: 'input_json_delta', partial_json })),
      stop(),
    )
  }
  const stop_reason = stopReason(reply)
  after.push(
    event({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens } }),
    event({ type: 'message_stop' }),
  )
  return {
    before,
    pieces,
    after,
    whole: { ...message, content, stop_reason, usage: { ...usage, output_tokens } },
  }
}

function event(data: JsonRecord & { type: string }) {
  return { event: data.type, data }
}

/** `POST {base}/v1/messages`. */
export const anthropicMessages: WireFormat = {
  read(context) {
    const { body } = context
    FORM(body, '')
    const turns = turnsOf(body)
    if (turns.length === 0) throw new Violation('messages: at least one message is required')
    if (turns[0]?.role !== 'user') throw new Violation('messages: first message must use the "user" role')
    if (turns.at(-1)?.role === 'assistant')
      throw new Violation(
        'This model does not support assistant message prefill. The conversation must end with a user message.',
      )
    for (const [i, turn] of turns.entries())
      if (turn.blocks.length === 0) throw new Violation(`messages.${i}: content must not be empty`)
    checkToolResults(turns)
    checkThinking(turns, context)
    checkLimits(body)
    const tools = asList(body['tools'])
      .filter(isRecord)
      .map(one => ({
        name: textIn(one, 'name') ?? '',
        description: textIn(one, 'description') ?? '',
        input_schema: asRecord(one['input_schema']),
      }))
    checkToolNames(
      tools.map(one => one.name),
      10_000,
    )
    return {
      system: blockText(body['system']),
      messages: readTurns(turns),
      tools,
      effort: textIn(asRecord(body['output_config']), 'effort') ?? null,
      max_tokens: Number(body['max_tokens']),
    }
  },
  encode,
  errorEvent: error => ({
    event: 'error',
    data: {
      type: 'error',
      error: { type: error.type ?? 'overloaded_error', message: error.message ?? 'Overloaded' },
    },
  }),
}
