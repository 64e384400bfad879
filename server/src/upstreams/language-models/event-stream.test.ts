import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildLanguageModels,
  collect,
  type FormName,
  modelRequest,
  serveProvider,
  streams,
} from '#test/model-streams.ts'
import type { WireFormat } from './call-plan.ts'
import { createEventStream } from './event-stream.ts'

/** What remains of a text that arrives in pieces of these sizes. */
function pass(wire: WireFormat, text: string, sizes: readonly number[] = [text.length]): string {
  const events = createEventStream(wire)
  const bytes = Buffer.from(text)
  const out: Uint8Array[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    out.push(events.push(bytes.subarray(at, at + size)))
    at += size
  }
  return Buffer.concat([...out, events.end()]).toString()
}

const WHOLE_CHAT = '{"choices":[{"message":{"content":"ü"}}]}'

it.each([
  ['responses', 'data:\n\ndata: {"a":1}\n\n', '\ndata: {"a":1}\n\n\n\n'],
  ['responses', 'data: \r\n\r\ndata: ü\r\n\r\n', '\r\ndata: ü\r\n\r\n\n\n'],
  ['responses', 'event: ping\ndata:\n\n', 'event: ping\n\n\n\n'],
  ['responses', ': hello\n\ndata: {"a":1}', ': hello\n\ndata: {"a":1}\n\n\n'],
  ['responses', 'id: 1 data:\n\n', 'id: 1 data:\n\n\n\n'],
  [
    'chat',
    WHOLE_CHAT,
    'data: {"choices":[{"delta":{"content":"ü"},"index":0}]}\n\n' +
      'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n\n\n',
  ],
] as const)('%s: %j becomes %j, however it is cut', (wire, text, expected) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }), sizes => {
      expect(pass(wire, text, sizes)).toBe(expected)
    }),
    { numRuns: 50 },
  )
})

it('passes each line on as soon as it is complete', () => {
  const events = createEventStream('chat')
  expect(Buffer.from(events.push(Buffer.from('data: {"a":1}\n\nda'))).toString()).toBe('data: {"a":1}\n\n')
})

const build = buildLanguageModels()
const CALL = { function: { name: 'list_my_requests', arguments: {} } }
const say = (text: string) => ({ choices: [{ delta: { content: text } }] })
const json = (answer: object) => JSON.stringify(answer)

/** Servers that say no more than they must, and proxies that do not stream. */
const ANSWERS: Partial<Record<FormName, readonly (readonly [string, ReturnType<typeof streams>])[]>> = {
  openai: [
    ['neither index nor end', streams(say('OK'), 'data: [DONE]')],
    [
      'its end without the marker',
      streams({ choices: [{ delta: { content: 'OK' }, finish_reason: 'stop' }] }),
    ],
    ['one document', streams(json({ choices: [{ message: { content: 'OK' } }] }))],
  ],
  local: [
    ['neither index nor end', streams(say('OK'), 'data: [DONE]')],
    ['no line end after the marker', streams(`data: ${json(say('OK'))}\n\ndata: [DONE]`)],
    ['one document', streams(json({ choices: [{ message: { content: 'OK' }, finish_reason: 'stop' }] }))],
  ],
  anthropic: [
    [
      'no usage',
      streams(
        { type: 'message_start', message: {} },
        { type: 'content_block_start', index: 0, content_block: { type: 'text' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'OK' } },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
        { type: 'message_stop' },
      ),
    ],
    [
      'its text alone',
      streams(
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'OK' } },
        { type: 'message_stop' },
      ),
    ],
    ['one document', streams(json({ type: 'message', content: [{ type: 'text', text: 'OK' }] }))],
  ],
  gemini: [
    ['no end', streams({ candidates: [{ content: { parts: [{ text: 'OK' }] } }] })],
    ['one document', streams(json({ candidates: [{ content: { parts: [{ text: 'OK' }] } }] }))],
    [
      'a list',
      streams(json([{ candidates: [{ content: { parts: [{ text: 'OK' }] }, finishReason: 'STOP' }] }])),
    ],
  ],
}

describe.each(Object.entries(ANSWERS))('an answer of %s', (name, answers) => {
  it.each([...answers])('is complete with %s', async (_, reply) => {
    await using provider = await serveProvider()
    provider.reply(reply)
    const account = build.account(name as FormName, provider)
    const parts = await collect(build.at(provider).stream(account, modelRequest()))
    expect(parts).toMatchObject([
      { type: 'text', text: 'OK' },
      { type: 'end', answer: { text: 'OK' } },
    ])
  })
})

it.each([
  ['a stream', streams({ choices: [{ delta: { tool_calls: [CALL, CALL] } }] }, 'data: [DONE]')],
  ['one document', streams(json({ choices: [{ message: { tool_calls: [CALL, CALL] } }] }))],
])('a tool call needs no more than its name and input, in %s', async (_, reply) => {
  await using provider = await serveProvider()
  provider.reply(reply)
  const parts = await collect(build.at(provider).stream(build.account('local', provider), modelRequest()))
  expect(parts).toMatchObject([
    { type: 'tool_call', name: 'list_my_requests', input: {} },
    { type: 'tool_call', name: 'list_my_requests', input: {} },
    { type: 'end', reason: 'tool_calls' },
  ])
  const [first, second] = parts
  expect(first).not.toEqual(second)
})

const BLOCK = { type: 'tool_use', id: 't1', name: 'search_movies' }

it.each([
  [
    'a stream that does not end its blocks',
    streams(
      { type: 'content_block_start', index: 0, content_block: BLOCK },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '{"query":' },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'input_json_delta', partial_json: '"glass"}' },
      },
      { type: 'message_stop' },
    ),
  ],
  [
    'one document',
    streams(
      json({ type: 'message', content: [{ ...BLOCK, input: { query: 'glass' } }], stop_reason: 'tool_use' }),
    ),
  ],
])('a tool call of Anthropic keeps its input, in %s', async (_, reply) => {
  await using provider = await serveProvider()
  provider.reply(reply)
  const parts = await collect(build.at(provider).stream(build.account('anthropic', provider), modelRequest()))
  expect(parts).toMatchObject([
    { type: 'tool_call', call_id: 't1', name: 'search_movies', input: { query: 'glass' } },
    { type: 'end' },
  ])
})

it('an error in one document is an error', async () => {
  await using provider = await serveProvider()
  provider.reply(streams(json({ error: { code: 'insufficient_quota' } })))
  const stream = build.at(provider).stream(build.account('openai', provider), modelRequest())
  await expect(collect(stream)).rejects.toMatchObject({ category: 'quota_or_rate_limit' })
})

it('a stream of chat completions without any end counts as cut off', async () => {
  await using provider = await serveProvider()
  provider.reply(streams(say('Hal')))
  const stream = build.at(provider).stream(build.account('local', provider), modelRequest())
  await expect(collect(stream)).rejects.toMatchObject({ category: 'invalid_response' })
})
