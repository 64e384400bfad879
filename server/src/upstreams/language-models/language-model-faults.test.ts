import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestLog } from '#test/test-log.ts'
import { ModelFault } from '#kit/model-fault.ts'
import {
  begins,
  buildLanguageModels,
  collect,
  type FormName,
  FORMS,
  modelRequest,
  refuses,
  SECRET,
  serveProvider,
  sse,
  streams,
} from '#test/model-streams.ts'

const build = buildLanguageModels()
const NAMES = Object.keys(FORMS) as FormName[]
const WIRES = ['openai', 'responses', 'anthropic', 'gemini', 'local'] as const satisfies FormName[]

afterEach(() => vi.restoreAllMocks())

async function start(name: FormName) {
  const provider = await serveProvider()
  const models = build.at(provider)
  const account = build.account(name, provider)
  return {
    provider,
    form: FORMS[name],
    stream: (request = modelRequest()) => models.stream(account, request),
    /** The fault, and what was answered before it. */
    async fail() {
      const parts = []
      try {
        for await (const part of models.stream(account, modelRequest())) parts.push(part)
      } catch (error) {
        if (error instanceof ModelFault) return { fault: error, parts }
        throw error
      }
      throw new Error('no fault')
    },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}

type Case = [FormName, number, unknown, string]

const openai = (code: string | null, message = '', type = 'invalid_request_error') => ({
  error: { message, type, param: null, code },
})
const anthropic = (type: string, message = '') => ({ type: 'error', error: { type, message } })
const gemini = (status: string, message = '', reason?: string) => ({
  error: { code: 400, message, status, details: reason ? [{ reason }] : [] },
})

describe('a refusal', () => {
  it.each<Case>([
    [
      'openai',
      401,
      openai('invalid_api_key', `Incorrect API key provided: ${SECRET}.`),
      'invalid_credentials',
    ],
    ['openai', 403, openai(null, 'Country not supported'), 'invalid_credentials'],
    ['openai', 403, openai('model_not_found', 'Project has no access to model m'), 'unsupported_model'],
    ['openai', 404, openai('model_not_found', 'The model m does not exist'), 'unsupported_model'],
    ['openai', 400, openai('model_not_found', 'The model m does not exist'), 'unsupported_model'],
    ['openai', 429, openai('insufficient_quota', 'You exceeded your quota', 'quota'), 'quota_or_rate_limit'],
    ['openai', 429, openai('rate_limit_exceeded', 'Slow down'), 'quota_or_rate_limit'],
    ['openai', 400, openai('context_length_exceeded', 'Too long'), 'invalid_response'],
    ['responses', 401, openai('invalid_api_key', SECRET), 'invalid_credentials'],
    ['responses', 404, openai('model_not_found', 'no such model'), 'unsupported_model'],
    [
      'anthropic',
      401,
      anthropic('authentication_error', `invalid x-api-key ${SECRET}`),
      'invalid_credentials',
    ],
    ['anthropic', 403, anthropic('permission_error'), 'invalid_credentials'],
    ['anthropic', 404, anthropic('not_found_error', 'model: m'), 'unsupported_model'],
    ['anthropic', 429, anthropic('rate_limit_error'), 'quota_or_rate_limit'],
    ['anthropic', 402, anthropic('billing_error'), 'quota_or_rate_limit'],
    [
      'anthropic',
      400,
      anthropic('invalid_request_error', 'Your credit balance is too low'),
      'quota_or_rate_limit',
    ],
    [
      'gemini',
      400,
      gemini('INVALID_ARGUMENT', 'API key not valid.', 'API_KEY_INVALID'),
      'invalid_credentials',
    ],
    ['gemini', 403, gemini('PERMISSION_DENIED'), 'invalid_credentials'],
    ['gemini', 404, gemini('NOT_FOUND', 'models/m is not found'), 'unsupported_model'],
    ['gemini', 429, gemini('RESOURCE_EXHAUSTED'), 'quota_or_rate_limit'],
    [
      'grok',
      400,
      { code: 'invalid-argument', error: 'Incorrect API key provided: xa***' },
      'invalid_credentials',
    ],
    ['grok', 404, { code: 'not-found', error: 'The model m does not exist' }, 'unsupported_model'],
    ['local', 401, 'Unauthorized', 'invalid_credentials'],
    ['local', 404, { error: 'model "m" not found, try pulling it first' }, 'unsupported_model'],
    ['local', 400, { error: 'unknown model: m' }, 'unsupported_model'],
    ['local', 402, { error: { code: 402, message: 'Insufficient credits' } }, 'quota_or_rate_limit'],
    ['local', 400, '<html>Bad request</html>', 'invalid_response'],
    ['local', 413, '', 'invalid_response'],
    ['local', 302, '', 'invalid_response'],
  ])('of %s with %d %j is %4$s', async (name, status, body, category) => {
    await using peer = await start(name)
    peer.provider.reply(refuses(status, body))
    const { fault, parts } = await peer.fail()
    expect(fault).toMatchObject({ category, transient: false })
    expect(parts).toEqual([])
    expect(peer.provider.calls).toHaveLength(1)
  })

  const down = [408, 409, 500, 502, 503, 504, 529]
  it.each(WIRES.flatMap(name => down.map(status => [name, status] as const)))(
    'of %s with %d is temporary, and not repeated here',
    async (name, status) => {
      await using peer = await start(name)
      peer.provider.reply(refuses(status, 'upstream connect error'))
      const { fault } = await peer.fail()
      expect(fault).toMatchObject({ category: 'upstream_unavailable', transient: true })
      expect(peer.provider.calls).toHaveLength(1)
    },
  )

  it.each(NAMES)('of %s never says what it said, anywhere', async name => {
    const printed = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')]
    await using peer = await start(name)
    const said = `Wrong key ${SECRET} of Jane Doe`
    peer.provider.reply(refuses(401, { error: { message: said, code: SECRET, type: said } }))
    const { fault } = await peer.fail()
    const log = createTestLog()
    log.warn({ err: fault }, fault.message)
    const shown = [fault, fault.cause].map(error =>
      JSON.stringify(error, Object.getOwnPropertyNames(error ?? {})),
    )
    for (const text of [SECRET, 'Jane', '127.0.0.1']) {
      expect(shown.join()).not.toContain(text)
      expect(JSON.stringify(log.entries)).not.toContain(text)
    }
    expect(log.entries[0]?.['err']).toMatchObject({ category: 'invalid_credentials', cause: { code: '401' } })
    for (const print of printed) expect(print).not.toHaveBeenCalled()
  })

  it('may be endless: only its beginning is read', async () => {
    await using peer = await start('local')
    const piece = 'x'.repeat(64 * 1024)
    let written = 0
    peer.provider.reply(res => {
      res.writeHead(401)
      const more = () => {
        do {
          if (res.destroyed) return
          written += piece.length
        } while (res.write(piece))
        res.once('drain', more)
      }
      more()
    })
    expect((await peer.fail()).fault.category).toBe('invalid_credentials')
    // Far more than what sockets hold, and far less than what an answer may have.
    expect(written).toBeLessThan(16 * 1024 * 1024)
  })
})

describe('an error within the stream', () => {
  it.each<[FormName, object, string, boolean]>([
    ['openai', openai('server_error', '', 'server_error'), 'upstream_unavailable', true],
    ['openai', openai('insufficient_quota', '', 'insufficient_quota'), 'quota_or_rate_limit', false],
    ['openai', openai('invalid_api_key'), 'invalid_credentials', false],
    ['anthropic', anthropic('overloaded_error', 'Overloaded'), 'upstream_unavailable', true],
    ['anthropic', anthropic('api_error'), 'upstream_unavailable', true],
    ['anthropic', anthropic('rate_limit_error'), 'quota_or_rate_limit', false],
    ['anthropic', anthropic('authentication_error'), 'invalid_credentials', false],
    [
      'responses',
      { type: 'response.failed', response: { error: { code: 'server_error', message: 'x' } } },
      'upstream_unavailable',
      true,
    ],
    [
      'responses',
      { type: 'response.failed', response: { error: { code: 'rate_limit_exceeded', message: 'x' } } },
      'quota_or_rate_limit',
      false,
    ],
    [
      'responses',
      { type: 'error', code: 'server_error', message: 'x', param: null },
      'upstream_unavailable',
      true,
    ],
    ['gemini', { error: { code: 503, message: 'x', status: 'UNAVAILABLE' } }, 'upstream_unavailable', true],
    [
      'gemini',
      { error: { code: 429, message: 'x', status: 'RESOURCE_EXHAUSTED' } },
      'quota_or_rate_limit',
      false,
    ],
    [
      'local',
      {
        id: 'c1',
        error: { code: 429, message: 'x' },
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }],
      },
      'quota_or_rate_limit',
      false,
    ],
    ['local', { error: { code: 502, message: 'Provider disconnected' } }, 'upstream_unavailable', true],
    ['local', { error: 'the runner has terminated' }, 'upstream_unavailable', true],
  ])('of %s, %j, is %s, at once and after text', async (name, event, category, transient) => {
    await using peer = await start(name)
    peer.provider.reply(streams(event))
    const first = await peer.fail()
    expect(first.fault).toMatchObject({ category, transient })
    expect(first.parts).toEqual([])
    peer.provider.reply(streams(...peer.form.text('Half'), event))
    const second = await peer.fail()
    expect(second.fault).toMatchObject({ category, transient })
    expect(second.parts).toEqual([{ type: 'text', text: 'Half' }])
  })
})

// Gemini marks no end: there, only a connection that breaks off shows it.
it.each(WIRES.filter(name => name !== 'gemini'))(
  '%s: an answer without an end cannot be used',
  async name => {
    await using peer = await start(name)
    peer.provider.reply(streams(...peer.form.text('Half')))
    expect((await peer.fail()).fault.category).toBe('invalid_response')
  },
)

describe.each(WIRES)('%s', name => {
  it.each<[string, string]>([
    ['a page', '<html><body>Welcome</body></html>'],
    ['nothing', ''],
    ['an event that is not JSON', 'data: {"choices":[\n\n'],
    ['an event of another kind', 'data: {"hello":"world"}\n\n'],
  ])('that answers with %s cannot be used', async (_what, body) => {
    await using peer = await start(name)
    peer.provider.reply(res => res.writeHead(200, { 'content-type': 'text/event-stream' }).end(body))
    expect((await peer.fail()).fault).toMatchObject({ category: 'invalid_response', transient: false })
  })

  it('that says nothing at all cannot be used', async () => {
    await using peer = await start(name)
    peer.provider.reply(streams(...peer.form.text(), ...peer.form.end('stop')))
    expect((await peer.fail()).fault.category).toBe('invalid_response')
  })

  it('that hangs up did not answer', async () => {
    await using peer = await start(name)
    peer.provider.reply(res => res.destroy())
    expect((await peer.fail()).fault).toMatchObject({ category: 'upstream_unavailable', transient: true })
    peer.provider.reply(res => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write(sse(...peer.form.text('Half')), () => res.destroy())
    })
    expect((await peer.fail()).fault).toMatchObject({ category: 'upstream_unavailable', transient: true })
  })

  it('can be left while it is silent, while it speaks, and by no longer reading', async () => {
    await using peer = await start(name)
    const closed: Promise<void>[] = []
    const holds =
      (...events: object[]) =>
      (res: Parameters<ReturnType<typeof begins>>[0], call: Parameters<ReturnType<typeof begins>>[1]) => {
        closed.push(new Promise(resolve => res.once('close', resolve)))
        if (events.length > 0) begins(...events)(res, call)
        arrived.resolve()
      }
    const leaving = new AbortController()
    const reason = new Error('left')
    let arrived = Promise.withResolvers<void>()
    peer.provider.reply(holds())
    const silent = collect(peer.stream(modelRequest({ signal: leaving.signal })))
    void arrived.promise.then(() => leaving.abort(reason))
    await expect(silent).rejects.toBe(reason)

    const speaking = new AbortController()
    arrived = Promise.withResolvers()
    peer.provider.reply(holds(...peer.form.text('Half')))
    const parts = peer.stream(modelRequest({ signal: speaking.signal }))[Symbol.asyncIterator]()
    expect(await parts.next()).toMatchObject({ value: { type: 'text', text: 'Half' } })
    speaking.abort(reason)
    await expect(parts.next()).rejects.toBe(reason)

    const left = peer.stream()[Symbol.asyncIterator]()
    await left.next()
    await left.return?.()
    await Promise.all(closed)
    expect(closed).toHaveLength(3)
  })
})

it('an address where nobody listens did not answer', async () => {
  const peer = await start('local')
  await peer[Symbol.asyncDispose]()
  expect((await peer.fail()).fault).toMatchObject({ category: 'upstream_unavailable', transient: true })
})

it('a caller who has already left sends nothing', async () => {
  await using peer = await start('local')
  const reason = new Error('left')
  await expect(collect(peer.stream(modelRequest({ signal: AbortSignal.abort(reason) })))).rejects.toBe(reason)
  expect(peer.provider.calls).toEqual([])
})
