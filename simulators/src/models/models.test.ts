import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { status, truncate } from '../kit/faults.ts'
import { asList, asRecord, type JsonRecord } from '../kit/json.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'models'>
beforeEach(async () => {
  world = await startWorld({
    products: ['models'],
    now: () => Date.parse('2026-03-01T12:00:00Z'),
    strict: false,
  })
})
afterEach(() => world.close())

const SCHEMA = { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] }
const SEARCH = { name: 'search', input: { query: 'glass' } }

const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (Array.isArray(inner) ? inner[Number(key)] : asRecord(inner)[key]),
    value,
  )

const openaiError = (code: number, name: string | null, message: string, param: string | null = null) => [
  code,
  { error: { type: 'invalid_request_error', code: name, message, param } },
]
const anthropicError = (code: number, type: string, message: string) => [
  code,
  { type: 'error', error: { type, message }, request_id: expect.any(String) },
]
const geminiError = (code: number, state: string, more: JsonRecord = {}) => [
  code,
  { error: { code, status: state, message: expect.any(String), ...more } },
]

const NAMES = ['chat completions', 'responses', 'messages', 'contents'] as const
type WireName = (typeof NAMES)[number]

interface Wire {
  path: string
  text(body: JsonRecord): unknown
  errors: Record<'key' | 'model' | 'field' | 'busy', unknown>
  headers(): Record<string, string>
  body(messages?: unknown[]): JsonRecord
}

/** How each provider is called, and what a conversation looks like there. */
const WIRES: Record<WireName, Wire> = {
  'chat completions': {
    path: '/openai/v1/chat/completions',
    text: body => at(body, 'choices', 0, 'message', 'content'),
    errors: {
      key: openaiError(401, 'invalid_api_key', 'Incorrect API key provided.'),
      model: openaiError(
        404,
        'model_not_found',
        'The model `gpt-4.1-mini` does not exist or you do not have access to it.',
      ),
      field: openaiError(400, null, `Unknown parameter: 'mood'.`, 'mood'),
      busy: [503, { error: expect.objectContaining({ type: 'server_error' }) }],
    },
    headers: () => ({ authorization: `Bearer ${world.models.keys.openai}` }),
    body: (messages: unknown[] = [{ role: 'user', content: 'Hi' }]) => ({
      model: 'gpt-4.1-mini',
      messages: [{ role: 'system', content: 'Be brief.' }, ...messages],
      tools: [{ type: 'function', function: { name: 'search', description: 'Finds.', parameters: SCHEMA } }],
    }),
  },
  responses: {
    path: '/openai/v1/responses',
    text: body => at(body, 'output', 0, 'content', 0, 'text'),
    errors: {
      key: openaiError(401, 'invalid_api_key', 'Incorrect API key provided.'),
      model: openaiError(
        404,
        'model_not_found',
        'The model `gpt-6-astra` does not exist or you do not have access to it.',
      ),
      field: openaiError(400, null, `Unknown parameter: 'mood'.`, 'mood'),
      busy: [503, { error: expect.objectContaining({ type: 'server_error' }) }],
    },
    headers: () => ({ authorization: `Bearer ${world.models.keys.openai}` }),
    body: (input: unknown[] = [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }]) => ({
      model: 'gpt-6-astra',
      store: false,
      include: ['reasoning.encrypted_content'],
      input: [{ role: 'developer', content: 'Be brief.' }, ...input],
      tools: [{ type: 'function', name: 'search', description: 'Finds.', parameters: SCHEMA }],
    }),
  },
  messages: {
    path: '/anthropic/v1/messages',
    text: body => at(body, 'content', 0, 'text'),
    errors: {
      key: anthropicError(401, 'authentication_error', 'invalid x-api-key'),
      model: anthropicError(404, 'not_found_error', 'model: claude-sonnet-5-5'),
      field: anthropicError(400, 'invalid_request_error', `Unknown parameter: 'mood'.`),
      busy: anthropicError(503, 'api_error', 'Internal server error'),
    },
    headers: () => ({ 'x-api-key': world.models.keys.anthropic, 'anthropic-version': '2023-06-01' }),
    body: (messages: unknown[] = [{ role: 'user', content: 'Hi' }]) => ({
      model: 'claude-sonnet-5-5',
      max_tokens: 1000,
      system: 'Be brief.',
      messages,
      tools: [{ name: 'search', description: 'Finds.', input_schema: SCHEMA }],
    }),
  },
  contents: {
    path: '/gemini/v1beta/models/gemini-3.8-flash:generateContent',
    text: body =>
      asList(at(body, 'candidates', 0, 'content', 'parts'))
        .map(part => asRecord(part)['text'])
        .join(''),
    errors: {
      key: geminiError(400, 'INVALID_ARGUMENT', {
        details: [expect.objectContaining({ reason: 'API_KEY_INVALID' })],
      }),
      model: geminiError(404, 'NOT_FOUND'),
      field: geminiError(400, 'INVALID_ARGUMENT', { message: `Unknown parameter: 'mood'.` }),
      busy: geminiError(503, 'UNAVAILABLE'),
    },
    headers: () => ({ 'x-goog-api-key': world.models.keys.gemini }),
    body: (contents: unknown[] = [{ role: 'user', parts: [{ text: 'Hi' }] }]) => ({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents,
      tools: [{ functionDeclarations: [{ name: 'search', description: 'Finds.', parameters: SCHEMA }] }],
    }),
  },
}

async function post(path: string, headers: Record<string, string>, body: unknown) {
  return fetch(world.models.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

async function ask(name: WireName, messages?: unknown[], extra: JsonRecord = {}, headers = {}) {
  const wire = WIRES[name]
  const response = await post(
    wire.path,
    { ...wire.headers(), ...headers },
    { ...wire.body(messages), ...extra },
  )
  return { status: response.status, headers: response.headers, body: asRecord(await response.json()) }
}

async function stream(name: WireName) {
  const wire = WIRES[name]
  const is_gemini = name === 'contents'
  const path = is_gemini ? wire.path.replace(':generate', ':streamGenerate').concat('?alt=sse') : wire.path
  const response = await post(path, wire.headers(), {
    ...wire.body(),
    ...(!is_gemini && { stream: true }),
  })
  return response
}

const eventsOf = (text: string) =>
  text
    .split('\n')
    .filter(line => line.startsWith('data: {'))
    .map(line => asRecord(JSON.parse(line.slice('data: '.length))))

describe.each(NAMES)('%s', name => {
  it('streams a text word by word, and answers it whole when asked so', async () => {
    world.models.script({ text: 'Good evening, Ana.' }, { text: 'Good evening, Ana.' })
    const streamed = await (await stream(name)).text()
    expect(streamed.indexOf('Good')).toBeLessThan(streamed.indexOf(' evening,'))
    expect(WIRES[name].text((await ask(name)).body)).toBe('Good evening, Ana.')
    expect(world.models.calls()).toMatchObject([
      { system: 'Be brief.', messages: [{ role: 'user', text: 'Hi' }], stream: true },
      { tools: [{ name: 'search', description: 'Finds.', input_schema: SCHEMA }], stream: false },
    ])
    world.assertClean()
  })

  it('answers OK when nobody has scripted anything', async () => {
    expect(await (await stream(name)).text()).toContain('OK')
  })

  it('refuses a wrong key, an unknown model and a field it does not know, each in its own form', async () => {
    const wrong = await ask(
      name,
      undefined,
      {},
      { authorization: 'Bearer x', 'x-api-key': 'x', 'x-goog-api-key': 'x' },
    )
    expect([wrong.status, wrong.body]).toEqual(WIRES[name].errors.key)
    world.models.refuse('gpt-4.1-mini', 'gpt-6-astra', 'claude-sonnet-5-5', 'gemini-3.8-flash')
    const unknown = await ask(name)
    expect([unknown.status, unknown.body]).toEqual(WIRES[name].errors.model)
    world.assertClean()
    const strange = await ask(name, undefined, { mood: 'good' })
    expect([strange.status, strange.body]).toEqual(WIRES[name].errors.field)
    expect(() => world.assertClean()).toThrow(`Unknown parameter: 'mood'`)
  })

  it('says when it is busy, and how long', async () => {
    world.models.script({ status: 429, retry_after: 7 }, { status: 529 })
    const busy = await ask(name)
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7'])
    expect((await ask(name)).status).toBe(529)
    world.models.faults.next('*', status(503))
    const failed = await ask(name)
    expect([failed.status, failed.body]).toEqual(WIRES[name].errors.busy)
  })

  it('breaks a stream in the ways of the script', async () => {
    world.models.script(
      { text: 'Half', cut: true },
      { text: 'Half' },
      { text: 'Half', garbage: true },
      { text: 'Half', error: {} },
    )
    const cut = await stream(name)
    await expect(cut.text()).rejects.toThrow('terminated')
    world.models.faults.next('*', truncate())
    const truncated = await stream(name)
    await expect(truncated.text()).rejects.toThrow('terminated')
    const garbage = await (await stream(name)).text()
    expect(garbage).toContain('Half')
    expect(garbage).toContain('<html>')
    const failed = eventsOf(await (await stream(name)).text())
    expect(JSON.stringify(failed.at(-1))).toMatch(/error/i)
  })

  it('keeps a stalled stream open after its text', async () => {
    world.models.script({ text: 'Half', stall: true })
    const reader = (await stream(name)).body?.pipeThrough(new TextDecoderStream()).getReader()
    let read = ''
    while (!read.includes('Half')) read += (await reader?.read())?.value ?? ''
    await reader?.cancel()
    expect(eventsOf(read).length).toBeGreaterThan(0)
  })

  it('holds an answer until it is released', async () => {
    const gate = Promise.withResolvers<void>()
    world.models.script({ text: ['One', ' two'], hold: gate.promise, hold_after: 1 })
    const reader = (await stream(name)).body?.pipeThrough(new TextDecoderStream()).getReader()
    let read = ''
    while (!read.includes('One')) read += (await reader?.read())?.value ?? ''
    expect(read).not.toContain(' two')
    gate.resolve()
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) read += next.value
    expect(read).toContain(' two')
  })
})

describe('calls of tools', () => {
  it('are answered at once and completely in chat completions', async () => {
    world.models.script({ tool_calls: [SEARCH] })
    const said = at((await ask('chat completions')).body, 'choices', 0, 'message')
    const id = at(said, 'tool_calls', 0, 'id')
    const user = { role: 'user', content: 'Hi' }
    const result = { role: 'tool', tool_call_id: id, content: 'Glass (2019)' }
    expect((await ask('chat completions', [user, said, result])).status).toBe(200)
    expect(world.models.calls().at(-1)?.messages.at(-1)).toMatchObject({
      name: 'search',
      text: 'Glass (2019)',
    })
    world.assertClean()
    expect((await ask('chat completions', [user, said])).status).toBe(400)
    expect((await ask('chat completions', [user, result])).status).toBe(400)
    expect((await ask('chat completions', [user, said, user, result])).status).toBe(400)
  })

  it('come back with the thoughts that led to them, as signed, in messages', async () => {
    world.models.script({ reasoning: 'Glass, then.', tool_calls: [SEARCH] })
    const content = asList((await ask('messages')).body['content'])
    const user = { role: 'user', content: 'Hi' }
    const results = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: at(content, 1, 'id'), content: 'Glass (2019)' }],
    }
    const with_content = (blocks: unknown[]) => [user, { role: 'assistant', content: blocks }, results]
    expect((await ask('messages', with_content(content))).status).toBe(200)
    world.assertClean()
    const changed = [{ ...asRecord(content[0]), thinking: 'Other.' }, content[1]]
    const forged = [{ ...asRecord(content[0]), signature: 'c2ln' }, content[1]]
    for (const blocks of [content.slice(1), changed, forged, content.toReversed()])
      expect((await ask('messages', with_content(blocks))).status).toBe(400)
    // A question later the thoughts may be gone.
    const later = [...with_content(content.slice(1)), { role: 'assistant', content: 'It is.' }, user]
    expect((await ask('messages', later)).status).toBe(200)
    expect((await ask('messages', [user, { role: 'assistant', content }, user])).status).toBe(400)
  })

  it('come back with their signature in contents', async () => {
    world.models.script({ tool_calls: [SEARCH] })
    const said = asRecord(at((await ask('contents')).body, 'candidates', 0, 'content'))
    const user = { role: 'user', parts: [{ text: 'Hi' }] }
    const answered = { functionResponse: { name: 'search', response: { content: 'Glass (2019)' } } }
    const asks = (model: unknown, parts: unknown[] = [answered]) =>
      ask('contents', [user, model, { role: 'user', parts }])
    expect((await asks(said)).status).toBe(200)
    world.assertClean()
    const { thoughtSignature, ...bare } = asRecord(asList(said['parts'])[0])
    const replaced = { ...bare, thoughtSignature: 'skip_thought_signature_validator' }
    const moved = { functionCall: { name: 'search', args: { query: 'x' } }, thoughtSignature }
    for (const part of [bare, replaced, moved])
      expect((await asks({ role: 'model', parts: [part] })).status).toBe(400)
    expect((await asks(said, [{ text: 'Never mind.' }])).status).toBe(400)
    // A call that another model made has none.
    const foreign = { functionCall: { name: 'search', args: { query: 'y' } } }
    const excused = { ...foreign, thoughtSignature: 'skip_thought_signature_validator' }
    expect((await asks({ role: 'model', parts: [excused] })).status).toBe(200)
  })

  it('come back behind their encrypted reasoning in responses', async () => {
    world.models.script({ reasoning: 'Glass, then.', tool_calls: [SEARCH] })
    const output = asList((await ask('responses')).body['output'])
    const user = { role: 'user', content: 'Hi' }
    const result = { type: 'function_call_output', call_id: at(output, 1, 'call_id'), output: 'Glass (2019)' }
    expect((await ask('responses', [user, ...output, result])).status).toBe(200)
    world.assertClean()
    const { encrypted_content: _, ...open } = asRecord(output[0])
    const forged = { ...open, encrypted_content: 'c2ln' }
    const by_id = { type: 'item_reference', id: open['id'] }
    for (const first of [[], [open], [forged], [by_id]])
      expect((await ask('responses', [user, ...first, output[1], result])).status).toBe(400)
    expect((await ask('responses', [user, ...output])).status).toBe(400)
  })

  it('are refused in forms that providers do not take', async () => {
    const tool = (parameters: unknown) => ({
      tools: [{ type: 'function', function: { name: 'search', parameters } }],
    })
    const list = { type: 'object', properties: { ids: { type: 'array' } } }
    for (const schema of [{ type: 'string' }, { ...SCHEMA, anyOf: [] }, list])
      expect((await ask('chat completions', undefined, tool(schema))).status).toBe(400)
    const declared = {
      name: 'search',
      description: '',
      parameters: { ...SCHEMA, additionalProperties: false },
    }
    expect((await ask('contents', undefined, { tools: [{ functionDeclarations: [declared] }] })).status).toBe(
      400,
    )
  })
})

describe('models', () => {
  it('may refuse an effort by its name', async () => {
    world.models.withoutEffort('gpt-4.1-mini', 'claude-sonnet-5-5')
    const chat = await ask('chat completions', undefined, { reasoning_effort: 'low' })
    expect([chat.status, at(chat.body, 'error', 'param')]).toEqual([400, 'reasoning_effort'])
    const messages = await ask('messages', undefined, { output_config: { effort: 'low' } })
    expect(at(messages.body, 'error', 'message')).toContain('effort')
    expect((await ask('chat completions')).status).toBe(200)
    expect(world.models.calls().map(call => call.effort)).toEqual(['low', 'low', null])
    world.assertClean()
  })

  it('may be served by responses alone', async () => {
    world.models.responsesOnly('gpt-4.1-mini')
    expect(at((await ask('chat completions')).body, 'error', 'message')).toContain('v1/responses')
    world.assertClean()
  })

  it('of a local server take any key, and errors are plain texts', async () => {
    const body = { model: 'qwen3:8b', messages: [{ role: 'user', content: 'Hi' }] }
    const local = (key: string) =>
      post('/local/v1/chat/completions', { authorization: `Bearer ${key}` }, body)
    expect((await local('none')).status).toBe(200)
    expect((await post('/local/v1/chat/completions', {}, body)).status).toBe(401)
    world.models.requireLocalKey()
    expect(await (await local('none')).json()).toEqual({ error: 'Unauthorized' })
    expect((await local(world.models.keys.local)).status).toBe(200)
  })

  it('may think of their answers themselves', async () => {
    world.models.brain = ({ messages }) => ({ text: `You said ${messages.at(-1)?.text}.` })
    expect(JSON.stringify((await ask('messages')).body)).toContain('You said Hi.')
  })
})
