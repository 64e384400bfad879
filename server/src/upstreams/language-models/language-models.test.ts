import { describe, expect, it } from 'vitest'
import type { ModelTool } from '#ports/language-model.ts'
import {
  begins,
  buildLanguageModels,
  collect,
  type FormName,
  FORMS,
  modelRequest,
  SECRET,
  serveProvider,
  streams,
} from '#test/model-streams.ts'

const build = buildLanguageModels()
const NAMES = Object.keys(FORMS) as FormName[]

const SEARCH: ModelTool = {
  name: 'search_movies',
  description: 'Finds movies',
  input_schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
}

async function start(name: FormName, more: Parameters<typeof build.account>[2] = {}) {
  const provider = await serveProvider()
  const models = build.at(provider)
  const account = build.account(name, provider, more)
  return {
    provider,
    form: FORMS[name],
    stream: (request = modelRequest()) => models.stream(account, request),
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}

describe.each(NAMES)('an answer of %s', name => {
  it('arrives as text, with its end and usage', async () => {
    await using peer = await start(name)
    peer.provider.reply(streams(...peer.form.text('Gu', 'ten ', 'Tag'), ...peer.form.end('stop')))
    const parts = await collect(peer.stream())
    expect(parts).toEqual([
      { type: 'text', text: 'Gu' },
      { type: 'text', text: 'ten ' },
      { type: 'text', text: 'Tag' },
      {
        type: 'end',
        reason: 'stop',
        answer: { role: 'answer', text: 'Guten Tag', content: expect.anything(), is_signed: false },
        usage: { input_tokens: 11, output_tokens: 4, cache_creation_tokens: 0, cache_read_tokens: 0 },
      },
    ])
  })

  it('is cut at the limit of tokens', async () => {
    await using peer = await start(name)
    peer.provider.reply(streams(...peer.form.text('Gu'), ...peer.form.end('length')))
    const parts = await collect(peer.stream())
    expect(parts.at(-1)).toMatchObject({ type: 'end', reason: 'length' })
  })

  it('calls several tools at once, and gets their results', async () => {
    await using peer = await start(name)
    const { form, provider } = peer
    const request = modelRequest({ tools: [SEARCH] })
    provider.reply(
      streams(
        ...form.text('Let me look.'),
        ...form.call({ id: 'c_1', name: 'search_movies', input: '{"query":"glass"}' }),
        ...form.call({ id: 'c_2', name: 'search_movies', input: '{"query":"stone"}' }, 1),
        ...form.end('tool_calls'),
      ),
    )
    const parts = await collect(peer.stream(request))
    const calls = parts.filter(part => part.type === 'tool_call')
    expect(calls.map(({ name: tool, input, invalid }) => ({ tool, input, invalid }))).toEqual([
      { tool: 'search_movies', input: { query: 'glass' }, invalid: undefined },
      { tool: 'search_movies', input: { query: 'stone' }, invalid: undefined },
    ])
    const end = parts.at(-1)
    if (end?.type !== 'end') throw new Error('no end')
    expect(end.reason).toBe('tool_calls')

    provider.reply(streams(...form.text('Done.'), ...form.end('stop')))
    const results = calls.map(({ call_id, name: tool }, index) => ({
      call_id,
      name: tool,
      text: `result ${index}`,
      ok: index === 0,
    }))
    await collect(
      peer.stream({ ...request, messages: [...request.messages, end.answer, { role: 'tools', results }] }),
    )
    const sent = JSON.stringify(provider.calls[1]?.body)
    for (const text of ['Let me look.', 'glass', 'stone', 'result 0', 'result 1'])
      expect(sent).toContain(text)
    expect(JSON.stringify(provider.calls[0]?.body)).toContain('Finds movies')
  })

  it('may contain comments and empty events', async () => {
    await using peer = await start(name)
    const { text, end } = peer.form
    const [first, ...others] = text('O', 'K')
    peer.provider.reply(
      streams(
        ': OPENROUTER PROCESSING',
        'data:',
        first ?? '',
        'event: ping\ndata: ',
        ':',
        ...others,
        ...end('stop'),
      ),
    )
    const parts = await collect(peer.stream())
    expect(parts.map(part => part.type)).toEqual(['text', 'text', 'end'])
  })

  it('gives each word on the moment it comes', async () => {
    await using peer = await start(name)
    peer.provider.reply(begins(...peer.form.text('First')))
    const parts = peer.stream()[Symbol.asyncIterator]()
    // The stream stays open: only what was sent on can arrive.
    expect(await parts.next()).toMatchObject({ value: { type: 'text', text: 'First' } })
    await parts.return?.()
  })
})

describe('requests', () => {
  const ok = (name: FormName) => streams(...FORMS[name].text('OK'), ...FORMS[name].end('stop'))
  const ask = async (name: FormName, more: Parameters<typeof start>[1] = {}, request = modelRequest()) => {
    await using peer = await start(name, more)
    peer.provider.reply(ok(name))
    await collect(peer.stream(request))
    const [call] = peer.provider.calls
    if (!call) throw new Error('nothing was sent')
    return call
  }

  it.each<[FormName, string, string]>([
    ['openai', '/openai/v1/chat/completions', 'authorization'],
    ['responses', '/openai/v1/responses', 'authorization'],
    ['anthropic', '/anthropic/v1/messages', 'x-api-key'],
    ['gemini', '/gemini/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse', 'x-goog-api-key'],
    ['grok', '/xai/v1/chat/completions', 'authorization'],
    ['oauth_a', '/a/v1/chat/completions', 'authorization'],
    ['oauth_b', '/b/v1/chat/completions', 'authorization'],
    ['local', '/local/v1/chat/completions', 'authorization'],
  ])('to %s go to %s, the key in a header', async (name, path, header) => {
    const call = await ask(name)
    expect(call.path).toBe(path)
    expect(call.headers[header]).toBe(header === 'authorization' ? `Bearer ${SECRET}` : SECRET)
    expect(call.headers['user-agent']).toBe('Foyer')
  })

  it.each<[FormName, object]>([
    ['openai', { max_completion_tokens: 1024, stream: true, stream_options: { include_usage: true } }],
    ['responses', { max_output_tokens: 1024, store: false, include: ['reasoning.encrypted_content'] }],
    ['anthropic', { max_tokens: 1024, stream: true }],
    ['gemini', { generationConfig: { maxOutputTokens: 1024 } }],
    ['grok', { max_completion_tokens: 1024, stream: true }],
    ['local', { max_tokens: 1024, stream: true, stream_options: { include_usage: true } }],
  ])('to %s limit the answer in its own field', async (name, expected) => {
    const { body } = await ask(name, {}, modelRequest({ max_output_tokens: 1024 }))
    expect(body).toMatchObject(expected)
    if (name === 'openai' || name === 'grok') expect(body).not.toHaveProperty('max_tokens')
    if (name === 'local') expect(body).not.toHaveProperty('max_completion_tokens')
  })

  it('to a local server without a key have a placeholder', async () => {
    expect((await ask('local', { secret: '' })).headers.authorization).toMatch(/^Bearer \S+$/)
  })

  it('name no tools when there are none, and skip empty assistant messages', async () => {
    const messages = [
      { role: 'user', text: 'a' },
      { role: 'assistant', text: '' },
      { role: 'assistant', text: 'b' },
      { role: 'user', text: 'c' },
    ] as const
    const { body } = await ask('local', {}, modelRequest({ messages }))
    expect(body).not.toHaveProperty('tools')
    expect(body.messages.map(({ content }: { content: string }) => content)).toEqual([
      'Be brief.',
      'a',
      'b',
      'c',
    ])
  })
})

describe('streams of servers that only resemble OpenAI', () => {
  const { text, end, call } = FORMS.local

  it.each(['openai', 'grok', 'local'] as const)('may leave out what nobody needs, at %s', async name => {
    await using peer = await start(name)
    peer.provider.reply(
      streams(
        { choices: [{ delta: { content: 'OK' } }] },
        {
          choices: [
            {
              delta: {
                tool_calls: [{ index: 0, id: 'c_1', function: { name: SEARCH.name, arguments: '{}' } }],
              },
            },
          ],
        },
        { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
      ),
    )
    const parts = await collect(peer.stream(modelRequest({ tools: [SEARCH] })))
    expect(parts.map(({ type }) => type)).toEqual(['text', 'tool_call', 'end'])
  })

  it('end tool calls with stop', async () => {
    await using peer = await start('local')
    peer.provider.reply(streams(...call({ id: 'c_1', name: 'search_movies', input: '{}' }), ...end('stop')))
    const parts = await collect(peer.stream(modelRequest({ tools: [SEARCH] })))
    expect(parts.at(-1)).toMatchObject({ reason: 'tool_calls' })
  })

  it('pass on tool input that is not JSON, marked as such', async () => {
    await using peer = await start('local')
    peer.provider.reply(
      streams(...call({ id: 'c_1', name: 'search_movies', input: '{"query":' }), ...end('tool_calls')),
    )
    const parts = await collect(peer.stream(modelRequest({ tools: [SEARCH] })))
    expect(parts[0]).toMatchObject({ type: 'tool_call', call_id: 'c_1', invalid: true })
    expect(parts.at(-1)).toMatchObject({ type: 'end', reason: 'tool_calls' })
  })

  it('pass on calls of tools that do not exist, and other forms of input', async () => {
    await using peer = await start('local')
    peer.provider.reply(
      streams(
        ...call({ id: 'c_1', name: 'make_coffee', input: '{"cups":2}' }),
        ...call({ id: 'c_2', name: 'search_movies', input: '[1]' }, 1),
        ...end('tool_calls'),
      ),
    )
    const parts = await collect(peer.stream(modelRequest({ tools: [SEARCH] })))
    expect(parts.slice(0, 2)).toEqual([
      { type: 'tool_call', call_id: 'c_1', name: 'make_coffee', input: { cups: 2 } },
      { type: 'tool_call', call_id: 'c_2', name: 'search_movies', input: [1] },
    ])
  })

  it('keep reasoning out of the text', async () => {
    await using peer = await start('local')
    const thought = { ...text('')[0], choices: [{ index: 0, delta: { reasoning_content: 'Hm.' } }] }
    peer.provider.reply(streams(thought, ...text('OK'), ...end('stop')))
    const parts = await collect(peer.stream())
    expect(parts.filter(part => part.type === 'text')).toEqual([{ type: 'text', text: 'OK' }])
  })
})
