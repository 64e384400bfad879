import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import type { ModelAccount, ModelPart, ModelRequest } from '#ports/language-model.ts'
import { createLanguageModels } from '#upstreams/language-models/language-models.ts'
import { type LoopbackServer, readBody, serveHttp } from './loopback-servers.ts'

/** What a scripted provider received. */
export interface ModelCall {
  path: string
  headers: IncomingMessage['headers']
  // Each provider has a form of its own; tests read what they expect.
  // oxlint-disable-next-line no-explicit-any
  body: any
}

type Reply = (res: ServerResponse, call: ModelCall) => unknown

export interface ScriptedProvider extends AsyncDisposable {
  server: LoopbackServer
  calls: ModelCall[]
  /** Replies for the next calls; the last one is repeated. */
  reply(...replies: Reply[]): void
}

export async function serveProvider(): Promise<ScriptedProvider> {
  const calls: ModelCall[] = []
  let replies: Reply[] = []
  const server = await serveHttp((req, res) => {
    void readBody(req).then(text => {
      const call = { path: req.url ?? '', headers: req.headers, body: JSON.parse(text) }
      calls.push(call)
      const [reply] = replies.length > 1 ? replies.splice(0, 1) : replies
      return reply?.(res, call)
    })
  })
  return {
    server,
    calls,
    reply: (...next) => (replies = next),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

const EVENT_STREAM = { 'content-type': 'text/event-stream' }

/** Server-sent events: objects as JSON, texts as they are. `event:` lines where the object has a type. */
export function sse(...events: (object | string)[]): string {
  return events
    .map(event => {
      if (typeof event === 'string') return `${event}\n\n`
      const name = 'type' in event ? `event: ${String(event.type)}\n` : ''
      return `${name}data: ${JSON.stringify(event)}\n\n`
    })
    .join('')
}

export const streams =
  (...events: (object | string)[]): Reply =>
  res =>
    res.writeHead(200, EVENT_STREAM).end(sse(...events))

export const refuses =
  (status: number, body: unknown = {}): Reply =>
  res =>
    res
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

/** Begins a stream and leaves it open. */
export const begins =
  (...events: (object | string)[]): Reply =>
  res =>
    res.writeHead(200, EVENT_STREAM).write(sse(...events))

/** The events of a provider's stream, in its own form (ai-providers.md, "Example payloads"). */
interface StreamForm {
  /** The base URL of a scripted provider for `account`. */
  account: Pick<ModelAccount, 'provider' | 'model'>
  text(...words: string[]): object[]
  call(call: { id: string; name: string; input: string }, index?: number): object[]
  end(reason: 'stop' | 'tool_calls' | 'length'): (object | string)[]
}

const chunk = (delta: object, finish_reason: string | null = null) => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1_763_160_000,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason }],
})

const chat: Omit<StreamForm, 'account'> = {
  text: (...words) => words.map(content => chunk({ content })),
  call: ({ id, name, input }, index = 0) => {
    const half = Math.ceil(input.length / 2)
    const tool = (fields: object, text: string) =>
      chunk({
        tool_calls: [{ index, ...fields, function: { ...('id' in fields && { name }), arguments: text } }],
      })
    return [tool({ id, type: 'function' }, input.slice(0, half)), tool({}, input.slice(half))]
  },
  end: reason => [
    { ...chunk({}, reason), usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 } },
    'data: [DONE]',
  ],
}

export const FORMS = {
  openai: { account: { provider: 'openai', model: 'gpt-4.1-mini' }, ...chat },
  grok: { account: { provider: 'grok', model: 'grok-4.6' }, ...chat },
  local: { account: { provider: 'local_openai', model: 'qwen3' }, ...chat },
  oauth_a: { account: { provider: 'oauth_a', model: 'gpt-5.6-sol' }, ...chat },
  oauth_b: { account: { provider: 'oauth_b', model: 'grok-4.6' }, ...chat },
  responses: {
    account: { provider: 'openai', model: 'gpt-6-sol' },
    text: (...words) => [
      { type: 'response.created', response: { id: 'r1', created_at: 1_763_160_000, model: 'm' } },
      { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1' } },
      ...words.map(delta => ({
        type: 'response.output_text.delta',
        item_id: 'msg_1',
        output_index: 0,
        content_index: 0,
        delta,
      })),
      { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    ],
    call: ({ id, name, input }, index = 0) => {
      const item = { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: '' }
      const at = { output_index: index + 1 }
      return [
        { type: 'response.output_item.added', ...at, item },
        { type: 'response.function_call_arguments.delta', ...at, item_id: item.id, delta: input },
        {
          type: 'response.output_item.done',
          ...at,
          item: { ...item, arguments: input, status: 'completed' },
        },
      ]
    },
    end: reason => {
      const usage = { input_tokens: 11, output_tokens: 4, total_tokens: 15 }
      const type = reason === 'length' ? 'response.incomplete' : 'response.completed'
      const incomplete_details = reason === 'length' ? { reason: 'max_output_tokens' } : null
      return [{ type, response: { id: 'r1', usage, incomplete_details } }]
    },
  },
  anthropic: {
    account: { provider: 'anthropic', model: 'claude-haiku-5-5' },
    text: (...words) => [
      {
        type: 'message_start',
        message: {
          id: 'm1',
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [],
          stop_reason: null,
          usage: { input_tokens: 11, output_tokens: 1 },
        },
      },
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      ...words.map(text => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text },
      })),
      { type: 'content_block_stop', index: 0 },
    ],
    call: ({ id, name, input }, index = 0) => {
      const at = { index: index + 1 }
      return [
        { type: 'content_block_start', ...at, content_block: { type: 'tool_use', id, name, input: {} } },
        { type: 'content_block_delta', ...at, delta: { type: 'input_json_delta', partial_json: input } },
        { type: 'content_block_stop', ...at },
      ]
    },
    end: reason => {
      const stop_reason = { stop: 'end_turn', tool_calls: 'tool_use', length: 'max_tokens' }[reason]
      return [
        { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 4 } },
        { type: 'message_stop' },
      ]
    },
  },
  gemini: {
    account: { provider: 'gemini', model: 'gemini-3.8-flash' },
    text: (...words) =>
      words.map(text => ({ candidates: [{ content: { role: 'model', parts: [{ text }] } }] })),
    call: ({ id, name, input }) => [
      {
        candidates: [
          { content: { role: 'model', parts: [{ functionCall: { id, name, args: JSON.parse(input) } }] } },
        ],
      },
    ],
    end: reason => [
      {
        candidates: [
          {
            content: { role: 'model', parts: [] },
            finishReason: reason === 'length' ? 'MAX_TOKENS' : 'STOP',
          },
        ],
        usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 4, totalTokenCount: 15 },
      },
    ],
  },
} as const satisfies Record<string, StreamForm>

export type FormName = keyof typeof FORMS

export const SECRET = 'sk-Test0123456789abcdef'

/** The adapter over real transports, every provider at the same scripted one. */
export function buildLanguageModels() {
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer' })
  afterAll(() => outbound.close())
  return {
    outbound,
    at({ server: { origin } }: ScriptedProvider) {
      return createLanguageModels({
        external: outbound.external,
        internal: outbound.internal,
        urls: {
          openai: `${origin}/openai/v1`,
          anthropic: `${origin}/anthropic`,
          gemini: `${origin}/gemini`,
          xai: `${origin}/xai/v1`,
          oauth_a: `${origin}/a/v1`,
          oauth_b: `${origin}/b/v1`,
        },
      })
    },
    account: (
      name: FormName,
      { server }: ScriptedProvider,
      more: Partial<ModelAccount> = {},
    ): ModelAccount => ({
      secret: SECRET,
      base_url: name === 'local' ? `${server.origin}/local/v1` : '',
      effort: '',
      use_proxy: false,
      ...FORMS[name].account,
      ...more,
    }),
  }
}

export function modelRequest(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    instructions: 'Be brief.',
    messages: [{ role: 'user', text: 'Hello' }],
    tools: [],
    signal: new AbortController().signal,
    ...more,
  }
}

export async function collect(parts: AsyncIterable<ModelPart>): Promise<ModelPart[]> {
  const all: ModelPart[] = []
  for await (const part of parts) all.push(part)
  return all
}
