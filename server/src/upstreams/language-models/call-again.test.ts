import { describe, expect, it } from 'vitest'
import type { ModelAccount } from '#ports/language-model.ts'
import {
  buildLanguageModels,
  collect,
  type FormName,
  FORMS,
  modelRequest,
  refuses,
  serveProvider,
  sse,
  streams,
} from '#test/model-streams.ts'

const build = buildLanguageModels()

async function start(name: FormName, more: Partial<ModelAccount> = {}) {
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

const answers = (name: FormName) => streams(...FORMS[name].text('OK'), ...FORMS[name].end('stop'))
const unsupported = (param: string) =>
  refuses(400, {
    error: { message: `Unsupported parameter: '${param}'.`, param, code: 'unsupported_parameter' },
  })

describe('an effort that an admin chose', () => {
  it.each<[FormName, Partial<ModelAccount>, object]>([
    ['openai', { model: 'gpt-5.5' }, { reasoning_effort: 'xhigh' }],
    ['openai', { model: 'somebodys-model' }, { reasoning_effort: 'xhigh' }],
    ['local', { model: 'qwen3' }, { reasoning_effort: 'xhigh' }],
    ['responses', { model: 'gpt-6-sol' }, { reasoning: { effort: 'xhigh' } }],
  ])('is sent to %s %j', async (name, more, expected) => {
    await using peer = await start(name, { ...more, effort: 'xhigh' })
    peer.provider.reply(answers(name))
    await collect(peer.stream())
    expect(peer.provider.calls[0]?.body).toMatchObject(expected)
  })

  it('is sent to a model that the library does not know, at /responses too', async () => {
    await using peer = await start('openai', { model: 'somebodys-model', effort: 'xhigh' })
    peer.provider.reply(refuses(400, { error: { message: 'Use /v1/responses.' } }), answers('responses'))
    await collect(peer.stream())
    expect(peer.provider.calls[1]).toMatchObject({
      path: '/openai/v1/responses',
      body: { reasoning: { effort: 'xhigh' } },
    })
  })

  it.each<[FormName, string]>([
    ['openai', 'reasoning_effort'],
    ['local', 'reasoning_effort'],
    ['responses', 'reasoning.effort'],
  ])('and that %s refuses is left out of the same answer', async (name, param) => {
    await using peer = await start(name, { effort: 'high' })
    peer.provider.reply(unsupported(param), answers(name))
    const parts = await collect(peer.stream())
    expect(parts.map(({ type }) => type)).toEqual(['text', 'end'])
    expect(peer.provider.calls).toHaveLength(2)
    expect(JSON.stringify(peer.provider.calls[0]?.body)).toContain('"high"')
    expect(JSON.stringify(peer.provider.calls[1]?.body)).not.toContain('"high"')
  })

  it('is never sent to Grok', async () => {
    await using peer = await start('grok', { effort: 'high' })
    peer.provider.reply(answers('grok'))
    await collect(peer.stream(modelRequest({ lowest_effort: true })))
    expect(JSON.stringify(peer.provider.calls[0]?.body)).not.toContain('reasoning')
  })
})

describe('the lowest effort', () => {
  it.each<[FormName, Partial<ModelAccount>, object]>([
    ['openai', { model: 'gpt-5.4-mini' }, { reasoning_effort: 'none' }],
    ['responses', {}, { reasoning: { effort: 'none' } }],
    ['oauth_a', {}, { reasoning_effort: 'none' }],
    ['anthropic', {}, { output_config: { effort: 'low' } }],
    ['gemini', {}, { generationConfig: { thinkingConfig: { thinkingLevel: 'minimal' } } }],
  ])('of %s %j is sent, and left out when it is refused', async (name, more, expected) => {
    await using peer = await start(name, more)
    peer.provider.reply(unsupported('effort'), answers(name))
    await collect(peer.stream(modelRequest({ lowest_effort: true })))
    const [first, second] = peer.provider.calls
    expect(first?.body).toMatchObject(expected)
    expect(second?.body).not.toMatchObject(expected)
  })

  it.each<[FormName, Partial<ModelAccount>]>([
    ['openai', {}],
    ['openai', { model: 'somebodys-model' }],
    ['local', {}],
    ['anthropic', { model: 'claude-3-haiku' }],
    ['gemini', { model: 'gemini-2.5-flash' }],
  ])('of %s %j is not sent: it would be refused', async (name, more) => {
    await using peer = await start(name, more)
    peer.provider.reply(answers(name))
    await collect(peer.stream(modelRequest({ lowest_effort: true })))
    expect(JSON.stringify(peer.provider.calls[0]?.body)).not.toMatch(/effort|thinking/)
  })
})

describe('a model that is offered only at /responses', () => {
  const only = refuses(404, {
    error: { message: 'This model is only supported in v1/responses and not in v1/chat/completions.' },
  })

  it.each<[FormName, string]>([
    ['openai', '/openai/v1'],
    ['grok', '/xai/v1'],
    ['local', '/local/v1'],
  ])('of %s is called there, from then on', async (name, base) => {
    await using peer = await start(name)
    peer.provider.reply(only, answers('responses'))
    expect((await collect(peer.stream())).map(({ type }) => type)).toEqual(['text', 'end'])
    await collect(peer.stream())
    expect(peer.provider.calls.map(({ path }) => path)).toEqual([
      `${base}/chat/completions`,
      `${base}/responses`,
      `${base}/responses`,
    ])
    expect(peer.provider.calls[2]?.body).toMatchObject({ store: false })
    if (name === 'grok') {
      expect(peer.provider.calls[2]?.body.include).toEqual(['reasoning.encrypted_content'])
    }
  })

  it('is called at /chat/completions by a server that has no /responses', async () => {
    await using peer = await start('responses')
    peer.provider.reply(refuses(404, '404 page not found'), answers('openai'))
    await collect(peer.stream())
    await collect(peer.stream())
    expect(peer.provider.calls.map(({ path }) => path)).toEqual([
      '/openai/v1/responses',
      '/openai/v1/chat/completions',
      '/openai/v1/chat/completions',
    ])
  })
})

describe('waiting', () => {
  it('for the first word of a slow model does not count as a fault', async () => {
    await using peer = await start('local')
    const loaded = Promise.withResolvers<void>()
    peer.provider.reply(res => {
      res.writeHead(200, { 'content-type': 'text/event-stream' })
      res.write(': loading\n\n')
      void loaded.promise.then(() => res.end(sse(...peer.form.text('OK'), ...peer.form.end('stop'))))
    })
    const first = peer.stream()[Symbol.asyncIterator]().next()
    const early = await Promise.race([first, new Promise(resolve => setImmediate(resolve, 'waiting'))])
    expect(early).toBe('waiting')
    loaded.resolve()
    expect(await first).toMatchObject({ value: { type: 'text', text: 'OK' } })
  })
})
