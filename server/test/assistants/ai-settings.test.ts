import { describe, expect, it } from 'vitest'
import { refusal } from '#test/calls.ts'
import { CONFIG_CHANGED, eventsArrived, listenAs } from '#test/config-seeds.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { createFakeModels } from '#test/fake-models.ts'
import { toolResult } from '#test/tools.ts'
import { buildWorld } from '#test/world.ts'

const SETTINGS = '/api/ai/settings'
const AVAILABLE = '/api/ai/available'
const SHARED = '/api/admin/credentials'
const KEY = 'sk-of-uma-7f3a'
const OTHER = 'sk-of-uma-9c1d'

describe.each(ENGINES)('the own AI account on %s', engine => {
  const shared = shareAmongTests(async () => {
    const { fake, models } = createFakeModels()
    const world = await buildWorld({ engine, users: ['uma', 'bob'], overrides: { ai_models: models } })
    return { ...world, fake }
  })

  /** Somebody without any choice. */
  let people = 0
  async function begin() {
    const world = shared()
    people += 1
    const { session, call } = await world.addUser(`person-${people}`)
    world.fake.reset()
    const put = (body: object) => call('PUT', SETTINGS, body)
    const putKey = (provider: string, body: object) => call('PUT', `/api/ai/credentials/${provider}`, body)
    const grant = (shared_ai_enabled: boolean) =>
      world.asAdmin('PUT', `/api/admin/users/${session.user.id}/ai-access`, { shared_ai_enabled })
    return { ...world, session, call, put, putKey, grant, user_id: session.user.id }
  }

  it('2/4.6: begins without a choice, and offers what people can use', async () => {
    const { call } = await begin()
    const { status, body } = await call('GET', SETTINGS)
    expect(status).toBe(200)
    expect(body.providers.map((entry: { id: string }) => entry.id)).toEqual([
      'openai',
      'anthropic',
      'gemini',
      'grok',
      'oauth_a',
      'oauth_b',
    ])
    const none = {
      available: false,
      provider: '',
      model: '',
      source: 'none',
      reason: 'shared_access_disabled',
    }
    expect(body).toMatchObject({
      default_provider: 'openai',
      default_model: 'open-small',
      personal: {
        selected: false,
        config: null,
        credentials: { openai: false, anthropic: false, gemini: false, grok: false },
        reason: '',
      },
      shared: { granted: false, configured: false, reason: 'shared_access_disabled' },
      effective: none,
    })
    expect((await call('GET', AVAILABLE)).body).toEqual(none)
  })

  it('2:4.6.3: is tried with exactly what is saved, and shows no key', async () => {
    const { app, session, call, put, fake } = await begin()
    await eventsArrived(app)
    const heard = listenAs(app, session)
    const saved = await put({ provider: 'anthropic', model: 'anthro-large', api_key: ` ${KEY} ` })
    expect(saved.status).toBe(200)
    expect(fake.proved).toEqual([
      {
        provider: 'anthropic',
        model: 'anthro-large',
        secret: KEY,
        base_url: '',
        effort: '',
        use_proxy: false,
      },
    ])
    const effective = {
      available: true,
      provider: 'anthropic',
      model: 'anthro-large',
      source: 'personal',
      reason: '',
    }
    expect(saved.body).toMatchObject({
      personal: {
        selected: true,
        config: { provider: 'anthropic', model: 'anthro-large' },
        credentials: { anthropic: true, openai: false },
        reason: '',
      },
      effective,
    })
    expect((await call('GET', SETTINGS)).body).toEqual(saved.body)
    expect((await call('GET', AVAILABLE)).body).toEqual(effective)
    expect((await call('GET', '/api/config')).body.services.ai).toBe(true)
    await eventsArrived(app)
    expect(heard).toEqual([CONFIG_CHANGED])
    const rows = await app.database.read.selectFrom('ai_keys').selectAll().execute()
    for (const text of [saved.raw.toString(), JSON.stringify(rows), JSON.stringify(app.log.entries)]) {
      expect(text.includes(KEY)).toBe(false)
    }
  })

  it('2:4.6.3: uses the stored key for another model, and a blank one keeps it', async () => {
    const { put, fake } = await begin()
    await put({ provider: 'openai', model: 'open-small', api_key: KEY })
    await put({ provider: 'openai', model: 'any-id', api_key: '  ' })
    await put({ provider: 'openai', model: 'open-large' })
    expect(fake.proved.map(({ model, secret }) => [model, secret])).toEqual([
      ['open-small', KEY],
      ['any-id', KEY],
      ['open-large', KEY],
    ])
  })

  it.each([
    ['invalid_credentials', 400],
    ['unsupported_model', 400],
    ['quota_or_rate_limit', 400],
    ['upstream_unavailable', 502],
    ['invalid_response', 400],
  ] as const)('2/4.6: refuses with %s, and changes nothing', async (category, status) => {
    const { app, session, call, put, putKey, fake } = await begin()
    await put({ provider: 'openai', model: 'open-small', api_key: KEY })
    const before = (await call('GET', SETTINGS)).body
    await eventsArrived(app)
    const heard = listenAs(app, session)
    fake.faults.set(OTHER, category)
    for (const answer of [
      await put({ provider: 'openai', model: 'open-large', api_key: OTHER }),
      await put({ provider: 'grok', model: 'grok-small', api_key: OTHER }),
      await putKey('openai', { api_key: OTHER }),
    ]) {
      expect([...refusal(answer), answer.body.category]).toEqual([status, 'ai_validation_failed', category])
      expect(answer.raw.toString()).not.toContain(OTHER)
    }
    expect((await call('GET', SETTINGS)).body).toEqual(before)
    fake.reset()
    await put({ provider: 'openai', model: 'open-large' })
    expect(fake.proved[0]?.secret).toBe(KEY)
    await eventsArrived(app)
    expect(heard).toEqual([CONFIG_CHANGED])
  })

  it('2/4.6: refuses without a key or link, and asks nobody', async () => {
    const { put, fake } = await begin()
    for (const body of [
      { provider: 'openai', model: 'open-small' },
      { provider: 'openai', model: 'open-small', api_key: ' ' },
      { provider: 'openai', model: 'open-small', api_key: 'two\nlines' },
      { provider: 'oauth_a', model: 'default', api_key: KEY },
    ]) {
      const answer = await put(body)
      expect([...refusal(answer), answer.body.category]).toEqual([
        400,
        'ai_validation_failed',
        'invalid_credentials',
      ])
    }
    expect(fake.proved).toEqual([])
  })

  it('2/4.6: refuses what is only for admins, and what nobody knows', async () => {
    const { call, put, putKey, fake } = await begin()
    for (const body of [
      { provider: 'local_openai', model: 'llama', api_key: KEY },
      { provider: 'nobody', model: 'x', api_key: KEY },
      { provider: 'openai', model: ' ', api_key: KEY },
      { provider: 'openai', model: 'x'.repeat(257), api_key: KEY },
    ]) {
      expect(refusal(await put(body))).toEqual([400, 'validation'])
    }
    for (const provider of ['nobody', 'constructor', 'oauth_a', 'local_openai']) {
      expect(refusal(await putKey(provider, { api_key: KEY }))).toEqual([404, 'not_found'])
      expect(refusal(await call('DELETE', `/api/ai/credentials/${provider}`))).toEqual([404, 'not_found'])
    }
    expect(refusal(await putKey('openai', { api_key: ' ' }))).toEqual([400, 'validation'])
    expect(refusal(await put({ provider: 'openai', model: 'a\u0000b' }))).toEqual([400, 'validation'])
    expect(fake.proved).toEqual([])
  })

  it('2:4.8: a word that was refused as a key stays in what tools answer', async () => {
    const { app, session, putKey, fake } = await begin()
    fake.faults.set('requests', 'invalid_credentials')
    expect(refusal(await putKey('openai', { api_key: 'requests' }))).toEqual([400, 'ai_validation_failed'])
    expect(await toolResult(app, session, 'list_my_requests')).toHaveProperty('requests')
  })

  it('2/4.6: a key is tried with the given, the selected or the first model, and saves no choice', async () => {
    const { call, put, putKey, fake } = await begin()
    const only = await putKey('gemini', { api_key: KEY })
    expect(only.body.personal).toMatchObject({ selected: false, credentials: { gemini: true } })
    await putKey('openai', { api_key: KEY, model: 'open-large' })
    await put({ provider: 'openai', model: 'any-id' })
    await putKey('openai', { api_key: OTHER })
    // The key serves the selected model, also when it is tried with another one.
    fake.faults.set('any-id', 'unsupported_model')
    const refused = await putKey('openai', { api_key: KEY, model: 'open-small' })
    expect(refusal(refused)).toEqual([400, 'ai_validation_failed'])
    fake.faults.clear()
    expect(fake.proved.map(({ provider, model, secret }) => [provider, model, secret])).toEqual([
      ['gemini', 'gem-small', KEY],
      ['openai', 'open-large', KEY],
      ['openai', 'any-id', KEY],
      ['openai', 'any-id', OTHER],
      ['openai', 'open-small', KEY],
      ['openai', 'any-id', KEY],
    ])
    expect((await call('GET', AVAILABLE)).body).toMatchObject({ provider: 'openai', model: 'any-id' })
  })

  it('2:4.6.4: a choice without its key fails as one’s own, until it is cleared', async () => {
    const { call, put, grant, asAdmin } = await begin()
    await asAdmin('PUT', SHARED, { openai_key: 'sk-of-the-server' })
    await grant(true)
    await put({ provider: 'grok', model: 'grok-small', api_key: KEY })
    const gone = await call('DELETE', '/api/ai/credentials/grok')
    const broken = {
      available: false,
      provider: 'grok',
      model: 'grok-small',
      source: 'personal',
      reason: 'personal_credential_missing',
    }
    expect(gone.body).toMatchObject({
      personal: { selected: true, reason: 'personal_credential_missing', credentials: { grok: false } },
      shared: { granted: true, configured: true, reason: '' },
      effective: broken,
    })
    expect((await call('GET', '/api/config')).body.services.ai).toBe(false)
    const included = { available: true, provider: '', model: '', source: 'shared', reason: '' }
    expect((await call('DELETE', SETTINGS)).body).toMatchObject({
      personal: { selected: false, config: null, reason: '' },
      effective: included,
    })
    expect((await call('GET', AVAILABLE)).body).toEqual(included)
    expect((await call('GET', '/api/config')).body.services.ai).toBe(true)
    await asAdmin('DELETE', `${SHARED}/openai_key`)
  })

  it('2:4.6: clearing the choice keeps the keys', async () => {
    const { call, put, fake } = await begin()
    await put({ provider: 'openai', model: 'open-small', api_key: KEY })
    expect((await call('DELETE', SETTINGS)).body.personal).toMatchObject({
      selected: false,
      credentials: { openai: true },
    })
    fake.reset()
    expect((await put({ provider: 'openai', model: 'open-small' })).status).toBe(200)
    expect(fake.proved[0]?.secret).toBe(KEY)
  })

  it('2:4.6.1: belongs to the caller, and ends with them', async () => {
    const { app, asAdmin, call, put, user_id, addUser } = await begin()
    await put({ provider: 'openai', model: 'open-small', api_key: KEY })
    const { call: stranger } = await addUser(`stranger-${people}`)
    const body = { provider: 'openai', model: 'open-small', user_id }
    expect(refusal(await stranger('PUT', SETTINGS, body))).toEqual([400, 'ai_validation_failed'])
    await stranger('DELETE', SETTINGS)
    await stranger('DELETE', '/api/ai/credentials/openai')
    expect((await call('GET', AVAILABLE)).body.available).toBe(true)
    await asAdmin('DELETE', `/api/admin/users/${user_id}`)
    for (const table of ['ai_keys', 'ai_selections'] as const) {
      expect(
        await app.database.read.selectFrom(table).where('user_id', '=', user_id).selectAll().execute(),
      ).toEqual([])
    }
  })

  it('saves nothing for somebody who was signed out meanwhile (CONTRIBUTING rule 3)', async () => {
    const { app, asAdmin, session, put, putKey, fake, user_id } = await begin()
    fake.during = async () => {
      await asAdmin('DELETE', `/api/admin/devices/${session.device_id}`)
    }
    const answers = [
      await put({ provider: 'openai', model: 'open-small', api_key: KEY }),
      await putKey('openai', { api_key: KEY }),
    ]
    expect(answers.map(refusal)).toEqual([
      [401, 'session_revoked'],
      [401, 'session_revoked'],
    ])
    expect(
      await app.database.read.selectFrom('ai_keys').where('user_id', '=', user_id).selectAll().execute(),
    ).toEqual([])
  })

  it('two browsers: the last save counts as a whole', async () => {
    const { call, put, fake } = await begin()
    const first = Promise.withResolvers<void>()
    fake.during = ({ secret }) => (secret === KEY ? first.promise : Promise.resolve())
    const slow = put({ provider: 'openai', model: 'open-small', api_key: KEY })
    await expect.poll(() => fake.proved).toHaveLength(1)
    await put({ provider: 'openai', model: 'open-large', api_key: OTHER })
    first.resolve()
    expect((await slow).body.personal.config).toEqual({ provider: 'openai', model: 'open-small' })
    fake.reset()
    // The key in force is the one of that save.
    await put({ provider: 'openai', model: 'any-id' })
    expect(fake.proved[0]?.secret).toBe(KEY)
    expect((await call('GET', AVAILABLE)).body.model).toBe('any-id')
  })

  it('two browsers: a key that was replaced or deleted during the try is not mixed with another save', async () => {
    const { call, put, putKey, fake } = await begin()
    await put({ provider: 'openai', model: 'open-small', api_key: KEY })
    fake.reset()
    let is_first = true
    const once = (run: () => Promise<unknown>) => async () => {
      if (!is_first) return
      is_first = false
      await run()
    }
    fake.during = once(() => putKey('openai', { api_key: OTHER }))
    await put({ provider: 'openai', model: 'open-large' })
    // With the replaced key, the model answered too.
    expect(fake.proved.map(({ model, secret }) => [model, secret])).toEqual([
      ['open-large', KEY],
      ['open-small', OTHER],
      ['open-large', OTHER],
    ])

    is_first = true
    fake.proved.length = 0
    fake.during = once(() => put({ provider: 'openai', model: 'any-id' }))
    await putKey('openai', { api_key: KEY })
    expect(fake.proved.map(({ model, secret }) => [model, secret])).toEqual([
      ['open-large', KEY],
      ['any-id', OTHER],
      ['any-id', KEY],
    ])

    is_first = true
    fake.during = once(() => call('DELETE', '/api/ai/credentials/openai'))
    expect(refusal(await put({ provider: 'openai', model: 'open-small' }))).toEqual([
      400,
      'ai_validation_failed',
    ])
    expect((await call('GET', AVAILABLE)).body).toMatchObject({
      model: 'any-id',
      reason: 'personal_credential_missing',
    })
  })

  it('0.3, 2/4.6: says so when the stored key cannot be opened', async () => {
    const { app, call, put, user_id } = await begin()
    await put({ provider: 'openai', model: 'open-small', api_key: KEY })
    const { key_box } = await app.database.read
      .selectFrom('ai_keys')
      .select('key_box')
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    await app.database.transaction(tx =>
      tx
        .updateTable('ai_keys')
        .set({ key_box: `${key_box.slice(0, -4)}AAAA` })
        .where('user_id', '=', user_id)
        .execute(),
    )
    const failed = { available: false, source: 'personal', reason: 'storage_error' }
    expect((await call('GET', AVAILABLE)).body).toMatchObject(failed)
    expect((await call('GET', SETTINGS)).body).toMatchObject({
      personal: { selected: true, reason: 'storage_error' },
      effective: failed,
    })
    expect((await call('GET', '/api/config')).body.services.ai).toBe(false)
    // A new key repairs it.
    await put({ provider: 'openai', model: 'open-small', api_key: OTHER })
    expect((await call('GET', AVAILABLE)).body.available).toBe(true)
  })

  it('2:4.6: a key cannot be moved to another person', async () => {
    const { app, call, put, user_id, users } = await begin()
    await put({ provider: 'openai', model: 'open-small', api_key: KEY })
    const { asUma } = shared()
    await asUma('PUT', SETTINGS, { provider: 'openai', model: 'open-small', api_key: OTHER })
    const boxOf = (id: number) =>
      app.database.read
        .selectFrom('ai_keys')
        .select('key_box')
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
    const { key_box } = await boxOf(users.uma.user.id)
    await app.database.transaction(tx =>
      tx.updateTable('ai_keys').set({ key_box }).where('user_id', '=', user_id).execute(),
    )
    expect((await call('GET', AVAILABLE)).body.reason).toBe('storage_error')
  })

  it('2:4.7: tells a person when an admin grants or revokes included access, once', async () => {
    const { app, session, grant } = await begin()
    await eventsArrived(app)
    const heard = listenAs(app, session)
    const others = listenAs(app, shared().users.bob)
    await grant(true)
    await grant(true)
    await grant(false)
    await eventsArrived(app)
    expect(heard).toEqual([CONFIG_CHANGED, CONFIG_CHANGED])
    expect(others).toEqual([])
  })
})
