import { describe, expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { CONFIG_CHANGED, eventsArrived, listenAs, spoilSetting } from '#test/config-seeds.ts'
import { NO_METADATA } from '#test/discovery-calls.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { createFakeModels } from '#test/fake-models.ts'
import { changeRole, signInAs } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/admin/credentials'
const KEY = 'sk-of-the-server-41'
const OTHER = 'sk-of-the-server-42'
const LOCAL = 'http://ollama.lan:11434/v1'
const KEYS = ['anthropic_key', 'openai_key', 'gemini_key', 'grok_key', 'local_openai_key']
const RESET = {
  ai_provider: '',
  local_openai_base_url: '',
  openai_reasoning_effort: '',
  local_openai_reasoning_effort: '',
  local_openai_use_proxy: false,
  ai_health_check_enabled: true,
}

describe.each(ENGINES)('the included AI profile on %s', engine => {
  const shared = shareAmongTests(async () => {
    const { fake, models } = createFakeModels()
    const world = await buildWorld({
      engine,
      products: ['tmdb'],
      users: ['uma'],
      env: NO_METADATA,
      overrides: { ai_models: models },
    })
    return { ...world, fake }
  })

  /** The server without a profile. */
  async function begin() {
    const world = shared()
    const { asAdmin, fake, users } = world
    await asAdmin('PUT', PATH, RESET)
    for (const key of [...KEYS, 'tmdb_access_token']) await asAdmin('DELETE', `${PATH}/${key}`)
    await asAdmin('PUT', `/api/admin/users/${users.uma.user.id}/ai-access`, { shared_ai_enabled: true })
    world.tmdb.journal.clear()
    fake.reset()
    return {
      ...world,
      put: (body: object) => asAdmin('PUT', PATH, body),
      ai: async () => (await asAdmin('GET', PATH)).body.ai,
      /** What was asked to answer. */
      asked: () => fake.proved.splice(0).map(one => [one.provider, one.model, one.secret]),
      available: async () => (await world.asUma('GET', '/api/ai/available')).body,
      checklist: async (): Promise<boolean> =>
        (await asAdmin('GET', '/api/admin/setup-status')).body.items.find(
          (item: { key: string }) => item.key === 'ai',
        ).configured,
    }
  }

  it('2/4.7: begins empty', async () => {
    const { asAdmin, ai, available, checklist } = await begin()
    const { body } = await asAdmin('GET', PATH)
    for (const key of KEYS) expect([key, body[key], body.credentials[key]]).toEqual([key, false, false])
    expect(await ai()).toMatchObject({
      config: null,
      openai_reasoning_effort: '',
      local_openai_base_url: '',
      local_openai_reasoning_effort: '',
      local_openai_use_proxy: false,
      health_check: { enabled: true, interval_hours: 24 },
      shared: { configured: false, reason: 'not_configured' },
    })
    expect((await ai()).providers).toHaveLength(7)
    expect(await available()).toEqual({
      available: false,
      provider: '',
      model: '',
      source: 'none',
      reason: 'not_configured',
    })
    expect(await checklist()).toBe(false)
  })

  it('E: a key of the preselected provider is enough, and the choice stays open', async () => {
    const { app, put, ai, asked, available, checklist, users, asUma } = await begin()
    await eventsArrived(app)
    const heard = listenAs(app, users.uma)
    const saved = await put({ openai_key: ` ${KEY} ` })
    expect(saved.status).toBe(200)
    expect(saved.body).toMatchObject({ openai_key: true, credentials: { openai_key: true } })
    expect(asked()).toEqual([['openai', 'open-small', KEY]])
    expect(await ai()).toMatchObject({ config: null, shared: { configured: true, reason: '' } })
    const included = { available: true, provider: '', model: '', source: 'shared', reason: '' }
    expect(await available()).toEqual(included)
    expect((await asUma('GET', '/api/ai/settings')).body).toMatchObject({
      shared: { granted: true, configured: true, reason: '' },
      effective: included,
    })
    expect((await asUma('GET', '/api/config')).body.services.ai).toBe(true)
    expect(await checklist()).toBe(true)
    await eventsArrived(app)
    expect(heard).toEqual([CONFIG_CHANGED])
    const rows = await app.database.read.selectFrom('settings').selectAll().execute()
    for (const text of [saved.raw.toString(), JSON.stringify(rows), JSON.stringify(app.log.entries)]) {
      expect(text.includes(KEY)).toBe(false)
    }
  })

  it('2:4.7: needs a grant, and tells people nothing but that it is included', async () => {
    const { put, available, asAdmin, asUma, users } = await begin()
    await put({ ai_provider: 'grok', grok_key: KEY })
    await asAdmin('PUT', `/api/admin/users/${users.uma.user.id}/ai-access`, { shared_ai_enabled: false })
    expect(await available()).toMatchObject({ source: 'none', reason: 'shared_access_disabled' })
    expect((await asUma('GET', '/api/ai/settings')).body.shared).toMatchObject({
      granted: false,
      reason: 'shared_access_disabled',
    })
    expect(refusal(await asUma('GET', PATH))).toEqual([403, 'forbidden'])
    // The first admin has the grant from the start (2:4.7).
    expect((await asAdmin('GET', '/api/ai/available')).body).toMatchObject({
      available: true,
      source: 'shared',
      provider: '',
    })
  })

  it('2:4.7.1: a profile and its key are tried once, and a change of either again', async () => {
    const { put, ai, asked } = await begin()
    await put({ ai_provider: 'anthropic', anthropic_key: KEY })
    expect(asked()).toEqual([['anthropic', 'anthro-small', KEY]])
    await put({ ai_model: 'anthro-large' })
    await put({ ai_provider: 'anthropic', ai_model: 'any-id' })
    await put({ anthropic_key: OTHER })
    await put({ anthropic_key: ' ', openai_key: '' })
    await put({ gemini_key: KEY })
    expect(asked()).toEqual([
      ['anthropic', 'anthro-large', KEY],
      ['anthropic', 'any-id', KEY],
      ['anthropic', 'any-id', OTHER],
      ['gemini', 'gem-small', KEY],
    ])
    expect((await ai()).config).toEqual({ provider: 'anthropic', model: 'any-id' })
  })

  it('2:4.7: options of the selected provider are tried with what will be in force; of others they are saved', async () => {
    const { put, ai, fake } = await begin()
    await put({ ai_provider: 'openai', openai_key: KEY })
    await put({ local_openai_base_url: `${LOCAL}/`, local_openai_reasoning_effort: 'low' })
    expect(fake.proved).toHaveLength(1)
    await put({ openai_reasoning_effort: 'xhigh' })
    expect(fake.proved.at(-1)).toMatchObject({ provider: 'openai', effort: 'xhigh', secret: KEY })
    await put({ ai_provider: 'local_openai', ai_model: 'llama' })
    await put({ local_openai_use_proxy: true })
    expect(fake.proved.slice(2)).toMatchObject([
      {
        provider: 'local_openai',
        model: 'llama',
        secret: '',
        base_url: LOCAL,
        effort: 'low',
        use_proxy: false,
      },
      {
        provider: 'local_openai',
        model: 'llama',
        secret: '',
        base_url: LOCAL,
        effort: 'low',
        use_proxy: true,
      },
    ])
    expect(await ai()).toMatchObject({
      config: { provider: 'local_openai', model: 'llama' },
      openai_reasoning_effort: 'xhigh',
      local_openai_base_url: LOCAL,
      local_openai_reasoning_effort: 'low',
      local_openai_use_proxy: true,
      shared: { configured: true, reason: '' },
    })
    fake.faults.set('llama', 'unsupported_model')
    expect(refusal(await put({ local_openai_reasoning_effort: '' }))).toEqual([400, 'ai_validation_failed'])
    expect((await ai()).local_openai_reasoning_effort).toBe('low')
  })

  it.each([
    ['invalid_credentials', 400],
    ['upstream_unavailable', 502],
  ] as const)('2:4.7.1: saves nothing of anything when a model fails with %s', async (category, status) => {
    const { app, put, ai, asAdmin, fake, tmdb, users } = await begin()
    await put({ ai_provider: 'openai', openai_key: KEY, openai_reasoning_effort: 'low' })
    const before = (await asAdmin('GET', PATH)).body
    await eventsArrived(app)
    const heard = listenAs(app, users.uma)
    fake.faults.set(OTHER, category)
    for (const body of [
      { openai_key: OTHER, ai_model: 'open-large' },
      { grok_key: OTHER, openai_reasoning_effort: 'high', ai_health_check_enabled: false },
      { anthropic_key: KEY, gemini_key: OTHER },
      { grok_key: OTHER, tmdb_access_token: tmdb.api_key },
    ]) {
      const answer = await put(body)
      expect([...refusal(answer), answer.body.category]).toEqual([status, 'ai_validation_failed', category])
      expect(answer.raw.toString()).not.toContain(OTHER)
    }
    expect((await asAdmin('GET', PATH)).body).toEqual(before)
    expect((await ai()).health_check.enabled).toBe(true)
    await eventsArrived(app)
    expect(heard).toEqual([])
  })

  it('2/4.7: a refused metadata key is reported first, and no model is asked', async () => {
    const { put, ai, asked } = await begin()
    const answer = await put({ tmdb_access_token: 'f'.repeat(32), ai_provider: 'openai', openai_key: KEY })
    expect(refusal(answer)).toEqual([400, 'credential_rejected'])
    expect(asked()).toEqual([])
    expect((await ai()).config).toBeNull()
  })

  it('2/4.7: everything is saved together', async () => {
    const { app, put, tmdb, users, asked } = await begin()
    await eventsArrived(app)
    const heard = listenAs(app, users.uma)
    const { body } = await put({
      tmdb_access_token: tmdb.api_key,
      ai_provider: 'openai',
      openai_key: KEY,
      grok_key: OTHER,
      ai_health_check_enabled: false,
    })
    expect(body).toMatchObject({
      tmdb_access_token: true,
      openai_key: true,
      grok_key: true,
      ai: { config: { provider: 'openai', model: 'open-small' }, health_check: { enabled: false } },
    })
    expect(asked()).toEqual([
      ['openai', 'open-small', KEY],
      ['grok', 'grok-small', OTHER],
    ])
    await eventsArrived(app)
    expect(heard).toEqual([CONFIG_CHANGED])
  })

  it('2/4.7: refuses an incomplete profile before any provider is asked', async () => {
    const { put, asked, tmdb } = await begin()
    for (const [body, field] of [
      [{ ai_provider: 'nobody' }, 'ai_provider'],
      [{ openai_reasoning_effort: 'max' }, 'openai_reasoning_effort'],
      [{ local_openai_use_proxy: 'yes' }, 'local_openai_use_proxy'],
      [{ ai_model: 'x'.repeat(257) }, 'ai_model'],
      [{ ai_provider: 'local_openai', local_openai_base_url: LOCAL }, 'ai_model'],
      [{ ai_provider: 'local_openai', ai_model: 'llama' }, 'local_openai_base_url'],
      [{ local_openai_base_url: 'ollama.lan' }, 'local_openai_base_url'],
      [{ local_openai_key: KEY, local_openai_base_url: LOCAL }, 'local_openai_key'],
    ] as const) {
      const answer = await put({ tmdb_access_token: tmdb.api_key, ...body })
      expect([body, ...refusal(answer), Object.keys(answer.body.fields)]).toEqual([
        body,
        400,
        'validation',
        [field],
      ])
    }
    expect(refusal(await put({ ai_prompt: 'x' }))).toEqual([400, 'validation'])
    expect(asked()).toEqual([])
    expect(tmdb.journal.requests('GET /3/authentication')).toEqual([])
  })

  it('2:4.7.1: a choice without its key or link is refused, and nobody is asked', async () => {
    const { put, ai, asked } = await begin()
    for (const ai_provider of ['anthropic', 'oauth_a', 'oauth_b']) {
      const answer = await put({ ai_provider })
      expect([...refusal(answer), answer.body.category]).toEqual([
        400,
        'ai_validation_failed',
        'invalid_credentials',
      ])
    }
    expect([asked(), (await ai()).config]).toEqual([[], null])
  })

  it('2/4.7: a deleted key leaves a profile that reads as incomplete', async () => {
    const { app, put, ai, asAdmin, available, checklist, users, asUma } = await begin()
    await put({ ai_provider: 'grok', grok_key: KEY })
    await eventsArrived(app)
    const heard = listenAs(app, users.uma)
    expect((await asAdmin('DELETE', `${PATH}/grok_key`)).body).toEqual({ status: 'deleted' })
    expect(await ai()).toMatchObject({
      config: { provider: 'grok', model: 'grok-small' },
      shared: { configured: false, reason: 'shared_credential_missing' },
    })
    expect(await available()).toMatchObject({
      available: false,
      source: 'shared',
      reason: 'shared_credential_missing',
    })
    expect((await asUma('GET', '/api/config')).body.services.ai).toBe(false)
    expect(await checklist()).toBe(false)
    await eventsArrived(app)
    expect(heard).toEqual([CONFIG_CHANGED])
    expect(refusal(await asAdmin('DELETE', `${PATH}/oauth_a_key`))).toEqual([404, 'unknown_key'])
  })

  it('2/4.7: an empty provider clears the choice', async () => {
    const { put, ai, available, asked } = await begin()
    await put({ ai_provider: 'grok', grok_key: KEY })
    asked()
    await put({ ai_provider: '' })
    expect(await ai()).toMatchObject({
      config: null,
      shared: { configured: false, reason: 'not_configured' },
    })
    expect(await available()).toMatchObject({ source: 'none', reason: 'not_configured' })
    expect(asked()).toEqual([])
  })

  it('two admins: a save that another one overtook is tried again with what is in force then', async () => {
    const { put, ai, fake, asked } = await begin()
    await put({ ai_provider: 'openai', openai_key: KEY })
    asked()
    let is_first = true
    fake.during = async () => {
      if (!is_first) return
      is_first = false
      await put({ ai_model: 'open-large', anthropic_key: KEY })
    }
    await put({ openai_key: OTHER })
    expect(asked()).toEqual([
      ['openai', 'open-small', OTHER],
      ['openai', 'open-large', KEY],
      ['anthropic', 'anthro-small', KEY],
      ['openai', 'open-large', OTHER],
    ])
    expect((await ai()).config).toEqual({ provider: 'openai', model: 'open-large' })
  })

  it('two admins: saves that do not touch each other are tried once each', async () => {
    const { put, asAdmin, asked } = await begin()
    await Promise.all([
      put({ anthropic_key: KEY }),
      put({ gemini_key: KEY }),
      put({ grok_key: KEY }),
      put({ openai_key: KEY }),
    ])
    expect(asked()).toHaveLength(4)
    expect((await asAdmin('GET', PATH)).body.credentials).toMatchObject({
      anthropic_key: true,
      gemini_key: true,
      grok_key: true,
      openai_key: true,
    })
  })

  it('saves nothing for somebody who is no longer an admin (CONTRIBUTING rule 3)', async () => {
    const { app, ai, fake } = await begin()
    const eve = await signInAs(app, `eve-${engine}`, 'admin')
    fake.during = () => changeRole(app, eve.user.id, 'user')
    const body = { ai_provider: 'openai', openai_key: KEY }
    const answer = await app.call('PUT', PATH, { token: eve.access_token, body })
    expect(refusal(answer)).toEqual([403, 'forbidden'])
    expect(await ai()).toMatchObject({ config: null, shared: { configured: false } })
  })

  it('0.3: is a storage error while it cannot be read, and costs nobody the rest of the configuration', async () => {
    const { app, asAdmin, available, asUma } = await begin()
    await spoilSetting(app, 'shared_ai', 'v1.AAAA', 1)
    expect(await available()).toEqual({
      available: false,
      provider: '',
      model: '',
      source: 'shared',
      reason: 'storage_error',
    })
    expect((await asUma('GET', '/api/ai/settings')).body).toMatchObject({
      shared: { granted: true, configured: false, reason: 'storage_error' },
      effective: { available: false, reason: 'storage_error' },
    })
    const config = await asUma('GET', '/api/config')
    expect([config.status, config.body.services.ai]).toEqual([200, false])
    for (const path of [PATH, '/api/admin/setup-status']) {
      expect(refusal(await asAdmin('GET', path))).toEqual([503, 'unavailable'])
    }
    await spoilSetting(app, 'shared_ai', null)
  })
})

it('E: the environment preselects provider and model', async () => {
  const { fake, models } = createFakeModels({ provider: 'grok', model: 'grok-next' })
  const { asAdmin } = await buildWorld({ overrides: { ai_models: models } })
  await asAdmin('PUT', PATH, { openai_key: KEY })
  expect((await asAdmin('GET', PATH)).body.ai.shared.configured).toBe(false)
  await asAdmin('PUT', PATH, { grok_key: KEY })
  expect(fake.proved.map(({ provider, model }) => [provider, model])).toEqual([
    ['openai', 'open-small'],
    ['grok', 'grok-next'],
  ])
  expect((await asAdmin('GET', '/api/ai/settings')).body).toMatchObject({
    default_provider: 'grok',
    default_model: 'grok-next',
    effective: { available: true, source: 'shared' },
  })
})
