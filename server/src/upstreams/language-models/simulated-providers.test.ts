import { startWorld, type Reply, type World } from '@foyer/simulators'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import type { LanguageModels, ModelAccount, ModelMessage, ModelTool } from '#ports/language-model.ts'
import { collect, modelRequest } from '#test/model-streams.ts'
import { createLanguageModels } from './language-models.ts'

const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer' })
let world: World<'models'>
let models: LanguageModels

beforeAll(async () => {
  world = await startWorld({ products: ['models'], now: Date.now, strict: true })
  const { openai, anthropic, gemini, grok } = world.models.urls
  models = createLanguageModels({
    ...outbound,
    urls: { openai, anthropic, gemini, xai: grok, oauth_a: openai, oauth_b: grok },
  })
})
afterEach(() => {
  world.models.assertClean()
  if (world.models.unused() > 0) throw new Error('A reply was not asked for.')
})
afterAll(async () => {
  await world.close()
  await outbound.close()
})

const ACCOUNTS = [
  ['openai', 'gpt-4.1-mini'],
  ['openai', 'gpt-5.6-sol'],
  ['openai', 'gpt-6-astra'],
  ['openai', 'gpt-6-luna'],
  ['anthropic', 'claude-opus-5-5'],
  ['anthropic', 'claude-fable-5-1'],
  ['anthropic', 'claude-sonnet-5-5'],
  ['anthropic', 'claude-haiku-5-5'],
  ['gemini', 'gemini-3.8-flash'],
  ['gemini', 'gemini-3.1-pro-preview'],
  ['grok', 'grok-4.7'],
  ['local_openai', 'qwen3:8b'],
  ['oauth_a', 'gpt-5.6-terra'],
  ['oauth_b', 'grok-4.6'],
] as const satisfies [ModelAccount['provider'], string][]

/** Linked accounts have tokens of their own, which the provider takes like keys. */
function account(
  provider: ModelAccount['provider'],
  model: string,
  more: Partial<ModelAccount> = {},
): ModelAccount {
  const { keys, urls } = world.models
  const secrets = { ...keys, local_openai: keys.local, oauth_a: keys.openai, oauth_b: keys.grok }
  const base_url = provider === 'local_openai' ? urls.local : ''
  return { provider, model, secret: secrets[provider], base_url, effort: '', use_proxy: false, ...more }
}

const TOOLS: ModelTool[] = ['search_movies', 'search_music'].map(name => ({
  name,
  description: `Runs ${name}`,
  input_schema: {
    type: 'object',
    properties: { query: { type: 'string' }, year: { type: 'integer', minimum: 1900 } },
    required: ['query'],
    additionalProperties: false,
  },
}))

/** Answers until the model has no more calls, each tool result in its turn; returns the whole conversation. */
async function converse(of: ModelAccount, messages: ModelMessage[], ...replies: Reply[]) {
  world.models.script(...replies)
  for (;;) {
    const parts = await collect(models.stream(of, modelRequest({ messages, tools: TOOLS })))
    const end = parts.at(-1)
    if (end?.type !== 'end') throw new Error('no end')
    const calls = parts.filter(part => part.type === 'tool_call')
    const results = calls.map(({ call_id, name }, index) => ({
      call_id,
      name,
      text: '{"found":1}',
      ok: index === 0,
    }))
    messages = [...messages, end.answer, ...(calls.length > 0 ? [{ role: 'tools', results } as const] : [])]
    if (calls.length === 0) return { messages, text: end.answer.text, is_signed: end.answer.is_signed }
  }
}

describe.each(ACCOUNTS)('%s %s', (provider, model) => {
  it('can be kept from calling tools that the conversation has used', async () => {
    const of = account(provider, model)
    const call = { tool_calls: [{ name: 'search_movies', input: { query: 'glass' } }] }
    const { messages } = await converse(of, [{ role: 'user', text: 'Find glass.' }], call, { text: 'Found.' })
    world.models.script({ text: 'Enough.' })
    const more = [...messages, { role: 'user' as const, text: 'And now?' }]
    const last = modelRequest({ messages: more, tools: TOOLS, forbid_tool_calls: true })
    expect((await collect(models.stream(of, last))).at(-1)).toMatchObject({ answer: { text: 'Enough.' } })
    const bodies = world.models.journal.requests().map(({ body }) => JSON.stringify(body))
    expect(bodies.at(-1)).toMatch(/"tool_choice":("none"|\{"type":"none"\})|"mode":"NONE"/)
  })

  it('takes a conversation with tools and reasoning, turn after turn', async () => {
    const of = account(provider, model)
    const first = await converse(
      of,
      [{ role: 'user', text: 'Find glass.' }],
      {
        reasoning: 'They want glass.',
        text: 'Let me look.',
        tool_calls: [
          { name: 'search_movies', input: { query: 'glass' } },
          { name: 'search_music', input: { query: 'glass' } },
        ],
      },
      {
        reasoning: 'Once more.',
        tool_calls: [{ name: 'search_movies', input: { query: 'Glass', year: 2019 } }],
      },
      { reasoning: 'That is it.', text: 'Found Glass.' },
    )
    expect(first.text).toBe('Found Glass.')
    const second = await converse(of, [...first.messages, { role: 'user', text: 'Thanks' }], {
      text: 'You are welcome.',
    })
    expect(second.text).toBe('You are welcome.')
    const asked = world.models.calls().at(-1)?.messages ?? []
    expect(asked.filter(({ role }) => role === 'tool')).toHaveLength(3)
  })

  it('answers briefly with the lowest effort', async () => {
    const parts = await collect(
      models.stream(account(provider, model), modelRequest({ max_output_tokens: 1024, lowest_effort: true })),
    )
    expect(parts.at(-1)).toMatchObject({ type: 'end', reason: 'stop', answer: { text: 'OK' } })
    expect(world.models.calls().at(-1)).toMatchObject({ model, max_tokens: 1024, stream: true })
  })

  it('is refused with another key, and without this model', async () => {
    const wrong = account(provider, model, { secret: 'sk-wrong' })
    const stream = (of: ModelAccount) => collect(models.stream(of, modelRequest()))
    if (provider !== 'local_openai')
      await expect(stream(wrong)).rejects.toMatchObject({ category: 'invalid_credentials' })
    world.models.refuse('no-such-model')
    const unknown = account(provider, 'no-such-model')
    await expect(stream(unknown)).rejects.toMatchObject({ category: 'unsupported_model' })
  })

  it('fails as its stream fails', async () => {
    const fail = async (reply: Reply) => {
      world.models.script(reply)
      return collect(models.stream(account(provider, model), modelRequest()))
    }
    await expect(fail({ text: 'Half', cut: true })).rejects.toMatchObject({
      category: 'upstream_unavailable',
    })
    await expect(fail({ text: 'Half', garbage: true })).rejects.toMatchObject({
      category: 'invalid_response',
    })
    await expect(fail({ text: 'Half', error: {} })).rejects.toMatchObject({
      category: 'upstream_unavailable',
    })
    await expect(fail({ status: 429 })).rejects.toMatchObject({ category: 'quota_or_rate_limit' })
    await expect(fail({ status: 529 })).rejects.toMatchObject({
      category: 'upstream_unavailable',
      transient: true,
    })
    await expect(fail({ text: '' })).rejects.toMatchObject({ category: 'invalid_response' })
  })
})

it.each(['none', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const)(
  'OpenAI and a local server take the effort %s, or are asked again without it',
  async effort => {
    for (const [provider, model] of [
      ['openai', 'gpt-5.5'],
      ['openai', 'gpt-6-sol'],
      ['local_openai', 'qwen3:8b'],
    ] as const) {
      await collect(
        models.stream(account(provider, model, { effort }), modelRequest({ lowest_effort: true })),
      )
      expect(world.models.calls().at(-1)).toMatchObject({ effort })
      world.models.withoutEffort(`${model}-plain`)
      await collect(models.stream(account(provider, `${model}-plain`, { effort }), modelRequest()))
      expect(world.models.calls().slice(-2)).toMatchObject([{ effort }, { effort: null }])
    }
  },
)
