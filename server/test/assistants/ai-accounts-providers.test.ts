import { describe, expect, it } from 'vitest'
import { type Call, expectOk, refusal } from '#test/calls.ts'
import { CONFIG_CHANGED, eventsArrived, listenAs } from '#test/config-seeds.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { buildWorld } from '#test/world.ts'

const SETTINGS = '/api/ai/settings'
const SHARED = '/api/admin/credentials'
const PRODUCTS = ['models', 'modelAccounts'] as const

/** Real calls to simulated providers: what is saved is what answered. */
describe.each(ENGINES)('AI accounts at their providers on %s', engine => {
  const shared = shareAmongTests(() => buildWorld({ engine, products: PRODUCTS, users: ['uma', 'bob'] }))

  /** Links an account by a code, as a person with a phone would. */
  async function link(call: Call, path: string, model?: string): Promise<void> {
    const { app, modelAccounts } = shared()
    const begun = expectOk(await call('POST', `${path}/device/begin`, model ? { model } : {}))
    modelAccounts.approve(begun.user_code)
    app.clock.advance(begun.interval * 1000)
    const flow = await call('GET', `${path}/device/${begun.flow_id}`)
    expect(flow.body).toMatchObject({ status: 'connected' })
  }

  it('2:4.6.3: a key and a model of each provider answer before they are saved', async () => {
    const { asUma, models } = shared()
    for (const provider of ['openai', 'anthropic', 'gemini', 'grok'] as const) {
      const { providers } = (await asUma('GET', SETTINGS)).body
      const entry = providers.find((one: { id: string }) => one.id === provider)
      const model: string = entry.models[0].id
      models.forgetCalls()
      const wrong = await asUma('PUT', SETTINGS, { provider, model, api_key: 'no-key-of-this-provider' })
      expect([provider, ...refusal(wrong), wrong.body.category]).toEqual([
        provider,
        400,
        'ai_validation_failed',
        'invalid_credentials',
      ])
      const right = await asUma('PUT', SETTINGS, { provider, model, api_key: models.keys[provider] })
      expect(right.body.effective).toEqual({
        available: true,
        provider,
        model,
        source: 'personal',
        reason: '',
      })
      const [call, ...more] = models.calls()
      expect([call?.model, call?.tools ?? [], more]).toEqual([model, [], []])
    }
    await asUma('DELETE', SETTINGS)
  })

  it('2/4.6: a model that the provider does not have is not saved', async () => {
    const { asUma, models } = shared()
    models.refuse('no-such-model')
    const body = { provider: 'anthropic', model: 'no-such-model', api_key: models.keys.anthropic }
    const answer = await asUma('PUT', SETTINGS, body)
    expect([...refusal(answer), answer.body.category]).toEqual([
      400,
      'ai_validation_failed',
      'unsupported_model',
    ])
    expect((await asUma('GET', SETTINGS)).body.personal.selected).toBe(false)
  })

  it('2:4.6: an account that somebody links becomes their choice', async () => {
    const { app, asBob, users } = shared()
    await eventsArrived(app)
    const heard = listenAs(app, users.bob)
    await link(asBob, '/api/ai/oauth-a')
    await eventsArrived(app)
    expect(heard).toContainEqual(CONFIG_CHANGED)
    expect((await asBob('GET', SETTINGS)).body).toMatchObject({
      personal: { selected: true, config: { provider: 'oauth_a', model: 'default' }, reason: '' },
      effective: { available: true, source: 'personal', provider: 'oauth_a' },
    })
    // Another model of the same account answers first, too; a key is not asked for.
    const { providers } = (await asBob('GET', SETTINGS)).body
    const [, tier] = providers.find((one: { id: string }) => one.id === 'oauth_a').models
    const chosen = await asBob('PUT', SETTINGS, { provider: 'oauth_a', model: tier.id, api_key: 'ignored' })
    expect(chosen.body.personal.config).toEqual({ provider: 'oauth_a', model: tier.id })
    expectOk(await asBob('DELETE', '/api/ai/oauth-a'))
    expect((await asBob('GET', '/api/ai/available')).body).toMatchObject({
      available: false,
      source: 'personal',
      reason: 'personal_oauth_a_disconnected',
    })
    await asBob('DELETE', SETTINGS)
  })

  it('2:4.7: an account that an admin links becomes the profile, and counts as checked', async () => {
    const { app, asAdmin, models } = shared()
    const local = models.urls.local
    await asAdmin('PUT', SHARED, {
      ai_provider: 'local_openai',
      ai_model: 'llama',
      local_openai_base_url: local,
    })
    expect((await asAdmin('GET', SHARED)).body.ai.shared).toEqual({ configured: true, reason: '' })
    app.clock.advance(60_000)
    await link(asAdmin, '/api/admin/ai/oauth-b')
    const { ai } = (await asAdmin('GET', SHARED)).body
    expect(ai).toMatchObject({
      config: { provider: 'oauth_b' },
      local_openai_base_url: local,
      shared: { configured: true, reason: '' },
      health_check: { last_ok: true, last_checked_at: app.clock.now().toISOString() },
    })
    expect((await asAdmin('GET', '/api/ai/available')).body).toMatchObject({
      available: true,
      source: 'shared',
    })
    expectOk(await asAdmin('DELETE', '/api/admin/ai/oauth-b'))
    expect((await asAdmin('GET', '/api/ai/available')).body).toMatchObject({
      available: false,
      source: 'shared',
      reason: 'shared_oauth_b_disconnected',
    })
    expect(refusal(await asAdmin('PUT', SHARED, { ai_provider: 'oauth_b' }))).toEqual([
      400,
      'ai_validation_failed',
    ])
    await asAdmin('PUT', SHARED, { ai_provider: '' })
  })
})

it('R8: a linked account of a server that is not set up for it any more is not available', async () => {
  const { app, asAdmin, admin } = await buildWorld({})
  await app.database.transaction(tx =>
    tx
      .insertInto('ai_selections')
      .values({ user_id: admin.user.id, provider: 'oauth_b', model: 'any', updated_at: '' })
      .execute(),
  )
  expect((await asAdmin('GET', '/api/ai/available')).body).toEqual({
    available: false,
    provider: 'oauth_b',
    model: 'any',
    source: 'personal',
    reason: 'oauth_b_unavailable',
  })
})
