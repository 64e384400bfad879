import { asList, asRecord, type JsonRecord, textIn } from '../kit/json.ts'
import { EFFORTS, parsed } from './chat-completions.ts'
import type { AskedMessage, EncodedReply, Reply, StreamEvent } from './model-types.ts'
import { argumentsOf, halves, piecesOf, textOf, usageOf } from './reply-encoding.ts'
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

const MAX_TOOLS = 128

const inputParts = listOf(
  byField('type', {
    input_text: object({ type: text, text }),
    input_image: object({ type: text }, { image_url: text, detail: text, file_id: text }),
  }),
)
const outputParts = listOf(
  byField('type', {
    output_text: object({ type: text, text }, { annotations: listOf(record), logprobs: listOf(record) }),
    refusal: object({ type: text, refusal: text }),
  }),
)
const spoken = { type: oneOf('message') }
const message = byField('role', {
  system: object({ role: text, content: either(inputParts, text) }, spoken),
  developer: object({ role: text, content: either(inputParts, text) }, spoken),
  user: object({ role: text, content: either(inputParts, text) }, spoken),
  assistant: object(
    { role: text, content: either(outputParts, text) },
    { ...spoken, id: filledText, status: text, phase: nullable(text) },
  ),
})
const items: Record<string, Check> = {
  message,
  function_call: object(
    { type: text, call_id: filledText, name: toolName(128), arguments: text },
    { id: filledText, status: text },
  ),
  function_call_output: object(
    { type: text, call_id: filledText, output: either(inputParts, text) },
    { id: nullable(filledText), status: text },
  ),
  reasoning: object(
    { type: text, id: filledText, summary: listOf(object({ type: oneOf('summary_text'), text })) },
    { encrypted_content: nullable(text), status: nullable(text), content: listOf(record) },
  ),
  item_reference: object({ id: filledText, type: text }),
}
const inputItem: Check = (value, path) =>
  (asRecord(value)['type'] === undefined ? message : byField('type', items))(value, path)

const tool = byField('type', {
  function: object(
    { type: text, name: toolName(128), parameters: nullable(toolSchema) },
    { description: nullable(text), strict: nullable(flag), defer_loading: flag },
  ),
})

const FORM = object(
  { model: filledText, input: either(listOf(inputItem), filledText) },
  {
    background: nullable(flag),
    conversation: nullable(record),
    include: nullable(
      listOf(
        oneOf(
          'reasoning.encrypted_content',
          'message.output_text.logprobs',
          'file_search_call.results',
          'message.input_image.image_url',
        ),
      ),
    ),
    instructions: nullable(text),
    max_output_tokens: nullable(count),
    max_tool_calls: nullable(count),
    metadata: nullable(record),
    parallel_tool_calls: nullable(flag),
    previous_response_id: nullable(text),
    prompt_cache_key: text,
    prompt_cache_retention: nullable(text),
    reasoning: nullable(
      object({}, { effort: nullable(oneOf(...EFFORTS)), summary: nullable(text), context: nullable(text) }),
    ),
    safety_identifier: text,
    service_tier: nullable(text),
    store: nullable(flag),
    stream: nullable(flag),
    stream_options: nullable(record),
    temperature: nullable(number),
    text: record,
    tool_choice: either(
      oneOf('none', 'auto', 'required'),
      object({ type: oneOf('function'), name: filledText }),
    ),
    tools: listOf(tool),
    top_logprobs: nullable(number),
    top_p: nullable(number),
    truncation: nullable(oneOf('auto', 'disabled')),
    user: text,
  },
)

/** The conversation, with the stored items that it names by their ids. */
function itemsOf({ body, issued }: WireContext): JsonRecord[] {
  if (typeof body['input'] === 'string') return [{ role: 'user', content: body['input'] }]
  return asList(body['input'])
    .map(asRecord)
    .map(item => {
      if (item['type'] !== 'item_reference') return item
      const id = String(item['id'])
      return (body['store'] === false ? undefined : issued.stored(id)) ?? refuseUnstored(id)
    })
}

function refuseUnstored(id: string): never {
  throw new Violation(
    `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false.`,
    'input',
  )
}

const kindOf = (item: JsonRecord) => textIn(item, 'type') ?? 'message'

function checkToolResults(input: readonly JsonRecord[]): void {
  const open = new Set<string>()
  for (const item of input) {
    const call_id = textIn(item, 'call_id') ?? ''
    if (kindOf(item) === 'function_call') open.add(call_id)
    if (kindOf(item) === 'function_call_output' && !open.delete(call_id))
      throw new Violation(`No tool call found for function call output with call_id ${call_id}.`, 'input')
    if (kindOf(item) === 'message' && item['role'] === 'user') refuseOpen(open)
  }
  refuseOpen(open)
}

function refuseOpen(open: ReadonlySet<string>): void {
  for (const call_id of open)
    throw new Violation(`No tool output found for function call ${call_id}.`, 'input')
}

/** With `store: false` nothing is kept: the reasoning comes back encrypted, before the call that it led to. */
function checkReasoning(input: readonly JsonRecord[], { body, issued }: WireContext): void {
  const is_stored = body['store'] !== false
  const asked_at = input.findLastIndex(item => item['role'] === 'user')
  const seen = new Set<string>()
  for (const [i, item] of input.entries()) {
    const id = textIn(item, 'id') ?? ''
    if (kindOf(item) === 'reasoning') {
      const encrypted = textIn(item, 'encrypted_content')
      if (encrypted === undefined && !is_stored) refuseUnstored(id)
      if (encrypted !== undefined && issued.signedContent(encrypted) !== id)
        throw new Violation('The encrypted content could not be verified.', 'input')
      seen.add(id)
    }
    const needed = kindOf(item) === 'function_call' ? issued.signatureFor(String(item['call_id'])) : undefined
    if (needed !== undefined && !seen.has(needed) && i > asked_at)
      throw new Violation(
        `Item '${id}' of type 'function_call' was provided without its required 'reasoning' item: '${needed}'.`,
        'input',
      )
  }
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map(part => textIn(asRecord(part), 'text') ?? '')
    .join('')
}

function readItems(input: readonly JsonRecord[]): AskedMessage[] {
  const names = new Map<string, string>()
  const messages: AskedMessage[] = []
  for (const item of input) {
    const call_id = textIn(item, 'call_id') ?? ''
    if (kindOf(item) === 'function_call') {
      const call = { id: call_id, name: String(item['name']), input: parsed(String(item['arguments'])) }
      names.set(call_id, call.name)
      const last = messages.at(-1)
      if (last?.role === 'assistant') last.tool_calls = [...(last.tool_calls ?? []), call]
      else messages.push({ role: 'assistant', text: '', tool_calls: [call] })
    } else if (kindOf(item) === 'function_call_output') {
      const output = contentText(item['output'])
      messages.push({ role: 'tool', text: output, call_id, name: names.get(call_id) ?? '' })
    } else if (item['role'] === 'user' || item['role'] === 'assistant') {
      messages.push({ role: item['role'], text: contentText(item['content']) })
    }
  }
  return messages
}

/** The answer's items, in the order in which they stand in it. */
function outputItems(reply: Reply, { issued, body }: WireContext): JsonRecord[] {
  const output: JsonRecord[] = []
  let reasoning_id: string | undefined
  if (reply.reasoning !== undefined) {
    reasoning_id = issued.id('rs_')
    const wants_encrypted = asList(body['include']).includes('reasoning.encrypted_content')
    output.push({
      type: 'reasoning',
      id: reasoning_id,
      status: 'completed',
      summary: [{ type: 'summary_text', text: reply.reasoning }],
      ...(wants_encrypted && { encrypted_content: issued.sign(reasoning_id) }),
    })
  }
  const said = textOf(reply)
  if (said !== '')
    output.push({
      type: 'message',
      id: issued.id('msg_'),
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: said, annotations: [] }],
    })
  for (const call of reply.tool_calls ?? []) {
    const call_id = issued.id('call_')
    if (reasoning_id !== undefined) issued.bindCall(call_id, reasoning_id)
    const args = argumentsOf(call)
    const id = issued.id('fc_')
    output.push({ type: 'function_call', id, call_id, name: call.name, arguments: args, status: 'completed' })
  }
  if (body['store'] !== false) for (const item of output) issued.store(String(item['id']), item)
  return output
}

function encode(reply: Reply, context: WireContext): EncodedReply {
  const { issued, model, body } = context
  const output = outputItems(reply, context)
  const usage = usageOf(reply, JSON.stringify(body).length)
  const base = {
    id: issued.id('resp_'),
    object: 'response',
    created_at: Math.floor(context.now / 1000),
    model,
    error: null,
    incomplete_details: null,
    instructions: null,
    parallel_tool_calls: true,
    store: body['store'] !== false,
    tools: [],
    tool_choice: 'auto',
    metadata: {},
  }
  const reason = reply.finish === 'refused' ? 'content_filter' : 'max_output_tokens'
  const whole = {
    ...base,
    status: reply.finish === undefined ? 'completed' : 'incomplete',
    ...(reply.finish !== undefined && { incomplete_details: { reason } }),
    output,
    usage: {
      input_tokens: usage.input_tokens,
      input_tokens_details: { cached_tokens: usage.cache_read_tokens },
      output_tokens: usage.output_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input_tokens + usage.output_tokens,
    },
  }
  let sequence_number = 0
  const event = (type: string, fields: JsonRecord): StreamEvent => ({
    event: type,
    data: { type, sequence_number: sequence_number++, ...fields },
  })
  const begun = { ...base, status: 'in_progress', output: [], usage: null }
  const before = [
    event('response.created', { response: begun }),
    event('response.in_progress', { response: begun }),
  ]
  const pieces: StreamEvent[][] = []
  const after: StreamEvent[] = []
  for (const [output_index, item] of output.entries()) {
    const at = { item_id: item['id'], output_index }
    if (item['type'] === 'reasoning') before.push(...reasoningEvents(item, reply, at, event))
    if (item['type'] === 'message') {
      const part = { ...at, content_index: 0 }
      const empty = { type: 'output_text', text: '', annotations: [] }
      before.push(
        event('response.output_item.added', {
          output_index,
          item: { ...item, status: 'in_progress', content: [] },
        }),
        event('response.content_part.added', { ...part, part: empty }),
      )
      for (const delta of piecesOf(reply))
        pieces.push([event('response.output_text.delta', { ...part, delta, logprobs: [] })])
      after.push(
        event('response.output_text.done', { ...part, text: textOf(reply), logprobs: [] }),
        event('response.content_part.done', { ...part, part: { ...empty, text: textOf(reply) } }),
        event('response.output_item.done', { output_index, item }),
      )
    }
    if (item['type'] === 'function_call') {
      const args = String(item['arguments'])
      const added = { ...item, arguments: '', status: 'in_progress' }
      after.push(
        event('response.output_item.added', { output_index, item: added }),
        ...halves(args).map(delta => event('response.function_call_arguments.delta', { ...at, delta })),
        event('response.function_call_arguments.done', { ...at, arguments: args }),
        event('response.output_item.done', { output_index, item }),
      )
    }
  }
  const last = reply.finish === undefined ? 'response.completed' : 'response.incomplete'
  after.push(event(last, { response: whole }))
  return { before, pieces, after, whole }
}

function reasoningEvents(
  item: JsonRecord,
  reply: Reply,
  at: { item_id: unknown; output_index: number },
  event: (type: string, fields: JsonRecord) => StreamEvent,
): StreamEvent[] {
  const { output_index } = at
  const part = { ...at, summary_index: 0 }
  const said = { type: 'summary_text', text: reply.reasoning }
  return [
    event('response.output_item.added', { output_index, item: { ...item, summary: [] } }),
    event('response.reasoning_summary_part.added', { ...part, part: { ...said, text: '' } }),
    event('response.reasoning_summary_text.delta', { ...part, delta: reply.reasoning }),
    event('response.reasoning_summary_text.done', { ...part, text: reply.reasoning }),
    event('response.reasoning_summary_part.done', { ...part, part: said }),
    event('response.output_item.done', { output_index, item }),
  ]
}

/** `POST {base}/responses`. */
export const openaiResponses: WireFormat = {
  read(context) {
    const { body } = context
    FORM(body, '')
    const input = itemsOf(context)
    if (input.length === 0) violate('input', 'expected at least one item')
    checkToolResults(input)
    checkReasoning(input, context)
    const tools = asList(body['tools'])
      .map(asRecord)
      .map(one => ({
        name: textIn(one, 'name') ?? '',
        description: textIn(one, 'description') ?? '',
        input_schema: asRecord(one['parameters']),
      }))
    checkToolNames(
      tools.map(one => one.name),
      MAX_TOOLS,
    )
    const instructions = input.filter(item => item['role'] === 'system' || item['role'] === 'developer')
    return {
      system: [textIn(body, 'instructions') ?? '', ...instructions.map(item => contentText(item['content']))]
        .filter(part => part !== '')
        .join('\n\n'),
      messages: readItems(input),
      tools,
      effort: textIn(asRecord(body['reasoning']), 'effort') ?? null,
      max_tokens: typeof body['max_output_tokens'] === 'number' ? body['max_output_tokens'] : null,
    }
  },
  encode,
  errorEvent: error => ({
    event: 'error',
    data: {
      type: 'error',
      code: error.code ?? 'server_error',
      message: error.message ?? 'The server had an error',
      param: null,
      sequence_number: 1,
    },
  }),
}
