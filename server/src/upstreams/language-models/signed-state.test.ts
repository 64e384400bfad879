import { describe, expect, it } from 'vitest'
import type { ModelAnswer } from '#ports/language-model.ts'
import {
  buildLanguageModels,
  collect,
  type FormName,
  FORMS,
  modelRequest,
  serveProvider,
  streams,
} from '#test/model-streams.ts'

const build = buildLanguageModels()

const TOOL = { name: 'search_movies', description: 'Finds movies', input_schema: { type: 'object' } }
const CALL = { id: 'c_1', name: TOOL.name, input: '{"query":"glass"}' }
/** With letters that a careless decoder changes. */
const SIGNATURE = 'EqQBCkYIBxgC+/aäß \u2028"\\n=='
const THOUGHT = 'They want “glass”.\n'

/** Asks twice; returns the first answer and the second request. */
async function replay(name: FormName, events: (object | string)[]) {
  await using provider = await serveProvider()
  const models = build.at(provider)
  const account = build.account(name, provider)
  provider.reply(streams(...events))
  const request = modelRequest({ tools: [TOOL] })
  const parts = await collect(models.stream(account, request))
  const end = parts.at(-1)
  if (end?.type !== 'end') throw new Error('no end')
  // A transcript is kept as JSON.
  const answer = JSON.parse(JSON.stringify(end.answer)) as ModelAnswer
  const results = parts
    .filter(part => part.type === 'tool_call')
    .map(call => ({ call_id: call.call_id, name: call.name, text: 'Found', ok: true }))
  provider.reply(streams(...FORMS[name].text('OK'), ...FORMS[name].end('stop')))
  const messages = [...request.messages, answer, { role: 'tools', results } as const]
  await collect(models.stream(account, { ...request, messages }))
  return { parts, answer, body: provider.calls[1]?.body }
}

describe('what a provider signed goes back unchanged (2:4.6.6)', () => {
  it('thinking of Anthropic, with its signature and before the tool call', async () => {
    const { text, call, end } = FORMS.anthropic
    const [message_start] = text()
    const block = (index: number, content_block: object, ...deltas: object[]) => [
      { type: 'content_block_start', index, content_block },
      ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ]
    const { parts, answer, body } = await replay('anthropic', [
      message_start ?? '',
      ...block(
        0,
        { type: 'thinking', thinking: '' },
        { type: 'thinking_delta', thinking: THOUGHT },
        { type: 'signature_delta', signature: SIGNATURE },
      ),
      ...block(1, { type: 'redacted_thinking', data: `${SIGNATURE}2` }),
      ...call(CALL, 1),
      ...end('tool_calls'),
    ])
    expect(answer.is_signed).toBe(true)
    expect(parts.filter(part => part.type === 'text')).toEqual([])
    expect(body.messages[1]).toEqual({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: THOUGHT, signature: SIGNATURE },
        { type: 'redacted_thinking', data: `${SIGNATURE}2` },
        { type: 'tool_use', id: 'c_1', name: TOOL.name, input: { query: 'glass' } },
      ],
    })
    expect(body.messages[2].content[0]).toMatchObject({ type: 'tool_result', tool_use_id: 'c_1' })
  })

  it('signatures of Gemini, on text and on tool calls', async () => {
    const part = (content: object) => ({ candidates: [{ content: { role: 'model', parts: [content] } }] })
    const { parts, answer, body } = await replay('gemini', [
      part({ text: THOUGHT, thought: true }),
      part({ text: 'Looking.' }),
      part({ functionCall: { name: TOOL.name, args: { query: 'glass' } }, thoughtSignature: SIGNATURE }),
      part({ functionCall: { name: TOOL.name, args: { query: 'stone' } } }),
      ...FORMS.gemini.end('stop'),
    ])
    expect(answer.is_signed).toBe(true)
    expect(parts.filter(one => one.type === 'text')).toEqual([{ type: 'text', text: 'Looking.' }])
    const sent = body.contents[1].parts
    expect(sent).toContainEqual({ text: 'Looking.' })
    const calls = sent.filter((one: object) => 'functionCall' in one)
    expect(calls[0]).toMatchObject({
      functionCall: { args: { query: 'glass' } },
      thoughtSignature: SIGNATURE,
    })
    expect(calls[1]).toMatchObject({ functionCall: { args: { query: 'stone' } } })
    expect(calls[1]).not.toHaveProperty('thoughtSignature')
  })

  it('a signature of Gemini that comes after the text', async () => {
    const part = (content: object) => ({ candidates: [{ content: { role: 'model', parts: [content] } }] })
    const { answer, body } = await replay('gemini', [
      part({ text: 'Done.' }),
      part({ text: '', thoughtSignature: SIGNATURE }),
      ...FORMS.gemini.end('stop'),
    ])
    expect(answer.is_signed).toBe(true)
    expect(JSON.stringify(body.contents[1].parts)).toContain(JSON.stringify(SIGNATURE))
  })

  it('reasoning of OpenAI, encrypted because nothing is stored there', async () => {
    const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: SIGNATURE }
    const { parts, answer, body } = await replay('responses', [
      { type: 'response.created', response: { id: 'r1', created_at: 1_763_160_000, model: 'm' } },
      { type: 'response.output_item.added', output_index: 0, item: { ...reasoning, encrypted_content: '' } },
      { type: 'response.output_item.done', output_index: 0, item: reasoning },
      ...FORMS.responses.call(CALL),
      ...FORMS.responses.end('tool_calls'),
    ])
    expect(answer.is_signed).toBe(true)
    expect(parts.filter(part => part.type === 'text')).toEqual([])
    expect(body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] })
    const items = body.input.slice(-3)
    expect(items[0]).toMatchObject({ type: 'reasoning', id: 'rs_1', encrypted_content: SIGNATURE })
    expect(items[1]).toMatchObject({ type: 'function_call', call_id: 'c_1', arguments: CALL.input })
    expect(items[2]).toMatchObject({ type: 'function_call_output', call_id: 'c_1', output: 'Found' })
  })

  it.each(['openai', 'grok', 'local'] as const)('nothing is signed by %s', async name => {
    const { call, end } = FORMS[name]
    const { answer, body } = await replay(name, [...call(CALL), ...end('tool_calls')])
    expect(answer.is_signed).toBe(false)
    const [, asked, called, result] = body.messages
    expect(asked.content).toBe('Hello')
    expect(called.tool_calls[0]).toMatchObject({
      id: 'c_1',
      function: { name: TOOL.name, arguments: CALL.input },
    })
    expect(result).toMatchObject({ role: 'tool', tool_call_id: 'c_1', content: 'Found' })
  })
})
