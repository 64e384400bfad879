import { status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type Call, expectOk, refusal } from '#test/calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { buildWorld } from '#test/world.ts'

const HOUSE = '/api/admin/destinations'
const OWN = '/api/me/destinations'
const TOPIC = 'https://ntfy.sh/a-secret-topic'

const shared = shareAmongTests(() =>
  buildWorld({
    products: ['ntfy', 'discord'],
    users: ['mia', 'leo'],
    env: { APP_PRIVATE_DESTINATIONS: '127.0.0.1' },
  }),
)

const fieldsOf = async (answer: Promise<{ body: { fields?: object } }>) =>
  Object.keys((await answer).body.fields ?? {})
const ntfy = (more: object = {}) => ({ kind: 'ntfy', name: 'Phone', address: TOPIC, ...more })
const add = async (call: Call, path: string, draft: object): Promise<string> =>
  expectOk(await call('POST', path, draft)).id

describe('destinations of the household (C64)', () => {
  it('are added, listed, changed and removed without showing address or secret', async () => {
    const { asAdmin } = shared()
    const created = await asAdmin('POST', HOUSE, ntfy({ secret: 'tk_secret_of_ana' }))
    expect(created.status).toBe(201)
    const row = {
      id: expect.any(String),
      kind: 'ntfy',
      name: 'Phone',
      enabled: true,
      events: [
        'request_pending',
        'new_movie',
        'new_episode',
        'new_book',
        'new_music',
        'issue_created',
        'agent_action_pending',
        'invite_access_request',
        'media_server_access',
        'issue_report_update',
        'agent_digest',
      ],
      target: 'ntfy.sh',
      has_secret: true,
      confirmed: true,
      health: 'unknown',
    }
    expect(created.body).toEqual(row)
    const path = `${HOUSE}/${created.body.id}`
    expect((await asAdmin('GET', path)).body).toEqual(row)
    expect((await asAdmin('GET', HOUSE)).body.destinations).toContainEqual(row)
    const change = {
      name: 'Tablet',
      enabled: false,
      events: ['new_book', 'new_movie'],
      address: '',
      secret: '',
    }
    const changed = (await asAdmin('PUT', path, change)).body
    const after = { ...row, name: 'Tablet', enabled: false, events: ['new_movie', 'new_book'] }
    expect(changed).toEqual(after)
    expect((await asAdmin('PUT', path, {})).body).toEqual(after)
    const cleared = (await asAdmin('PUT', path, { clear_secret: true })).body
    expect(cleared).toEqual({ ...after, has_secret: false })
    expect((await asAdmin('DELETE', path)).body).toEqual({ status: 'deleted' })
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? {} : undefined
      expect(refusal(await asAdmin(method, path, body))).toEqual([404, 'not_found'])
    }
  })

  it('are refused with the field that is wrong', async () => {
    const { asAdmin } = shared()
    const wrong: [object, string][] = [
      [ntfy({ address: '' }), 'address'],
      [ntfy({ address: 'https://ntfy.sh' }), 'address'],
      [ntfy({ name: '' }), 'name'],
      [ntfy({ name: 'x'.repeat(65) }), 'name'],
      [ntfy({ kind: 'pager' }), 'kind'],
      [ntfy({ events: ['everything'] }), 'events.0'],
      [ntfy({ secret: 'a token with spaces' }), 'secret'],
      [ntfy({ secret: 'tk_1', clear_secret: true }), 'clear_secret'],
      [{ kind: 'email', name: 'Mail', address: 'mia@example.org', secret: 'x' }, 'secret'],
    ]
    for (const [draft, field] of wrong) {
      const answer = asAdmin('POST', HOUSE, draft)
      expect(refusal(await answer)).toEqual([400, 'validation'])
      expect(await fieldsOf(answer)).toEqual([field])
    }
    const chat = { kind: 'discord', name: 'Chat', address: 'https://example.org/api/webhooks/1/abc' }
    expect(refusal(await asAdmin('POST', HOUSE, chat))).toEqual([400, 'invalid_webhook_url'])
    const id = await add(asAdmin, HOUSE, ntfy())
    const kind = asAdmin('PUT', `${HOUSE}/${id}`, { kind: 'gotify' })
    expect(refusal(await kind)).toEqual([400, 'validation'])
    expect(await fieldsOf(kind)).toEqual(['kind'])
    expectOk(await asAdmin('PUT', `${HOUSE}/${id}`, { kind: 'ntfy' }))
  })

  it('may have a template if they are webhooks, which is checked, shown, kept and removed', async () => {
    const { asAdmin } = shared()
    const template = '{"text":"{{title}}","id":"{{data.request_id}}"}'
    const hook = { kind: 'webhook', name: 'Hook', address: 'https://example.org/hook' }
    const usual = expectOk(await asAdmin('POST', HOUSE, hook))
    expect(usual).not.toHaveProperty('template')
    const created = expectOk(await asAdmin('POST', HOUSE, { ...hook, template }))
    expect(created).toEqual({ ...usual, id: created.id, template })
    const path = `${HOUSE}/${created.id}`
    expect(expectOk(await asAdmin('PUT', path, { name: 'Renamed' })).template).toBe(template)
    expect((await asAdmin('GET', HOUSE)).body.destinations).toContainEqual({
      ...created,
      name: 'Renamed',
    })
    const wrong: ['POST' | 'PUT', string, object][] = [
      ['POST', HOUSE, { ...hook, template: 'no JSON' }],
      ['POST', HOUSE, ntfy({ template })],
      ['PUT', path, { template: '{"text":"{{nothing}}"}' }],
      ['POST', `${path}/test`, { template: '{' }],
      ['POST', `${HOUSE}/test`, { ...hook, template: `"${'x'.repeat(8192)}"` }],
    ]
    for (const [method, where, body] of wrong) {
      const answer = asAdmin(method, where, body)
      expect(refusal(await answer)).toEqual([400, 'validation'])
      expect(await fieldsOf(answer)).toEqual(['template'])
    }
    for (const blank of ['', null]) {
      expectOk(await asAdmin('PUT', path, { template }))
      const removed = expectOk(await asAdmin('PUT', path, { template: blank }))
      expect(removed).toEqual({ ...usual, id: created.id, name: 'Renamed' })
    }
    for (const { id } of [usual, created]) await asAdmin('DELETE', `${HOUSE}/${id}`)
  })

  it('are fifty at most', async () => {
    const { asAdmin } = shared()
    const had: unknown[] = (await asAdmin('GET', HOUSE)).body.destinations
    const draft = { kind: 'telegram', name: 'Chat', address: '1', enabled: false }
    for (let n = had.length; n < 50; n += 1) expectOk(await asAdmin('POST', HOUSE, draft))
    const more = await asAdmin('POST', HOUSE, draft)
    expect(refusal(more)).toEqual([400, 'validation'])
    expect(more.body.error).toContain('at most 50')
    for (const { id, name } of (await asAdmin('GET', HOUSE)).body.destinations) {
      if (name === 'Chat') await asAdmin('DELETE', `${HOUSE}/${id}`)
    }
  })
})

describe('stored secrets (C67)', () => {
  it('do not follow an address to another server', async () => {
    const { app, asAdmin, discord, ntfy: elsewhere } = shared()
    const address = `${elsewhere.url}/moved`
    const id = await add(asAdmin, HOUSE, ntfy({ secret: 'tk_kept_secret' }))
    const path = `${HOUSE}/${id}`
    const before = (await asAdmin('GET', path)).body
    const moved = asAdmin('PUT', path, { address, name: 'Renamed' })
    expect(refusal(await moved)).toEqual([400, 'secret_required'])
    expect(await fieldsOf(moved)).toEqual(['secret'])
    expect((await asAdmin('GET', path)).body).toEqual(before)
    app.clock.advance(60_000)
    const tried = await asAdmin('POST', `${path}/test`, { address })
    expect(tried.status).toBe(200)
    expect(tried.body).toMatchObject({ status: 'failed', ok: false, category: 'secret_required' })
    expect(tried.body.detail).toBe(tried.body.error)
    expect(elsewhere.messages('moved')).toEqual([])
    const without = await asAdmin('POST', `${path}/test`, { address, clear_secret: true })
    expect(without.body).toEqual({ status: 'sent', detail: expect.any(String) })
    expect(elsewhere.messages('moved')).toHaveLength(1)
    expect((await asAdmin('GET', path)).body).toEqual(before)

    // The same server keeps it, and whoever knows it or gives it up may move.
    expectOk(await asAdmin('PUT', path, { address: 'https://ntfy.sh/another' }))
    expect((await asAdmin('PUT', path, { address, clear_secret: true })).body).toMatchObject({
      target: new URL(address).host,
      has_secret: false,
    })
    expectOk(await asAdmin('PUT', path, { secret: 'tk_new_secret' }))
    elsewhere.protect('moved', { token: 'tk_new_secret' })
    expect((await asAdmin('POST', `${path}/test`)).body).toMatchObject({ status: 'sent' })
    expect(discord.messages()).toEqual([])
  })
})

describe('destinations of a person (C64)', () => {
  it('are theirs alone', async () => {
    const { app, asMia, asLeo, asAdmin } = shared()
    app.clock.advance(60_000)
    const id = await add(asMia, OWN, ntfy({ name: 'Mine' }))
    expect((await asMia('GET', `${OWN}/${id}`)).body).toMatchObject({
      name: 'Mine',
      events: expect.arrayContaining(['request_decision', 'new_movie']),
    })
    for (const [call, path] of [
      [asLeo, OWN],
      [asAdmin, OWN],
      [asAdmin, HOUSE],
    ] as const) {
      expect((await call('GET', path)).body.destinations.map((one: { id: string }) => one.id)).not.toContain(
        id,
      )
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const body = method === 'PUT' ? { name: 'Stolen' } : undefined
        expect(refusal(await call(method, `${path}/${id}`, body))).toEqual([404, 'not_found'])
      }
      expect(refusal(await call('POST', `${path}/${id}/test`))).toEqual([404, 'not_found'])
    }
    const house = await add(asAdmin, HOUSE, ntfy({ name: 'House' }))
    expect(refusal(await asMia('GET', `${OWN}/${house}`))).toEqual([404, 'not_found'])
    expect((await asMia('DELETE', `${OWN}/${id}`)).body).toEqual({ status: 'deleted' })
  })

  it('are ntfy, Telegram or e-mail on the internet, for events they may have', async () => {
    const { asMia, ntfy: listed } = shared()
    const wrong: [object, string][] = [
      [{ kind: 'webhook', name: 'Hook', address: 'https://example.org/' }, 'kind'],
      [{ kind: 'gotify', name: 'Gotify', address: 'https://example.org/', secret: 'x' }, 'kind'],
      [{ kind: 'discord', name: 'Chat', address: 'https://discord.com/api/webhooks/1/abc' }, 'kind'],
      [ntfy({ address: 'http://ntfy.sh/topic' }), 'address'],
      [ntfy({ address: 'https://192.168.1.4/topic' }), 'address'],
      [ntfy({ address: 'https://localhost/topic' }), 'address'],
      [ntfy({ events: ['new_movie', 'request_pending'] }), 'events'],
    ]
    for (const [draft, field] of wrong) {
      const answer = asMia('POST', OWN, draft)
      expect(refusal(await answer)).toEqual([400, 'validation'])
      expect(await fieldsOf(answer)).toEqual([field])
    }
    const kind = { kind: 'webhook', address: 'https://example.org/' }
    expect(refusal(await asMia('POST', `${OWN}/test`, kind))).toEqual([400, 'validation'])
    // The operator allows this host.
    const id = await add(asMia, OWN, ntfy({ address: `${listed.url}/mia`, events: [] }))
    expect((await asMia('GET', `${OWN}/${id}`)).body.events).toEqual([])
    const events = asMia('PUT', `${OWN}/${id}`, { events: ['agent_digest'] })
    expect(refusal(await events)).toEqual([400, 'validation'])
    await asMia('DELETE', `${OWN}/${id}`)
  })

  it('are ten at most', async () => {
    const { asLeo } = shared()
    const draft = { kind: 'telegram', name: 'Chat', address: '1' }
    for (let n = 0; n < 10; n += 1) expectOk(await asLeo('POST', OWN, draft))
    expect(refusal(await asLeo('POST', OWN, draft))).toEqual([400, 'validation'])
  })

  it('a person who is no longer an admin loses the events of admins', async () => {
    const { asAdmin, addUser } = shared()
    const { session, call } = await addUser('ivy')
    const role = (to: string) => asAdmin('PATCH', `/api/admin/users/${session.user.id}`, { role: to })
    expectOk(await role('admin'))
    const id = await add(call, OWN, ntfy({ events: ['request_pending', 'new_movie'] }))
    expectOk(await role('user'))
    expect((await call('GET', `${OWN}/${id}`)).body.events).toEqual(['new_movie'])
  })
})

describe('tests (C64)', () => {
  it('of a stored destination show in its health', async () => {
    const { app, asAdmin, ntfy: server } = shared()
    app.clock.advance(60_000)
    const id = await add(asAdmin, HOUSE, ntfy({ address: `${server.url}/health` }))
    const path = `${HOUSE}/${id}`
    expect((await asAdmin('POST', `${path}/test`)).body).toEqual({
      status: 'sent',
      detail: expect.any(String),
    })
    expect(server.messages('health')).toMatchObject([{ title: 'Test from Foyer' }])
    const sent_at = app.clock.now().toISOString()
    expect((await asAdmin('GET', path)).body).toMatchObject({ health: 'ok', last_sent_at: sent_at })

    server.faults.next('POST /:topic', status(429, { retry_after: 30 }))
    const limited = (await asAdmin('POST', `${path}/test`)).body
    expect(limited).toMatchObject({ status: 'failed' })
    const failing = (await asAdmin('GET', path)).body
    expect(failing).toMatchObject({ health: 'failing', last_sent_at: sent_at, last_error: limited.detail })

    server.faults.next('POST /:topic', status(500))
    expect((await asAdmin('POST', `${path}/test`)).body).toMatchObject({ status: 'unconfirmed' })
    // Three a minute and person; a draft counts like a stored one.
    const draft = { kind: 'ntfy', address: `${server.url}/health` }
    expect(refusal(await asAdmin('POST', `${HOUSE}/test`, draft))).toEqual([429, 'rate_limited'])
    expect(server.messages('health')).toHaveLength(1)

    // Another address is another place, of which nothing is known.
    const moved = (await asAdmin('PUT', path, { address: `${server.url}/elsewhere` })).body
    expect(moved).toMatchObject({ health: 'unknown' })
    expect(moved).not.toHaveProperty('last_error')
  })

  it('of a draft save nothing', async () => {
    const { app, asAdmin, asMia, ntfy: server } = shared()
    app.clock.advance(60_000)
    const before = (await asAdmin('GET', HOUSE)).body
    const draft = { kind: 'ntfy', name: 'Draft', address: `${server.url}/draft`, secret: 'tk_draft' }
    server.protect('draft', { token: 'tk_draft' })
    expect((await asAdmin('POST', `${HOUSE}/test`, draft)).body).toMatchObject({ status: 'sent' })
    const refused = await asAdmin('POST', `${HOUSE}/test`, { ...draft, secret: 'tk_wrong' })
    expect(refused.body).toMatchObject({ status: 'failed' })
    expect((await asAdmin('GET', HOUSE)).body).toEqual(before)
    const private_address = { kind: 'ntfy', address: 'https://10.0.0.1/draft' }
    expect(refusal(await asMia('POST', `${OWN}/test`, private_address))).toEqual([400, 'validation'])
  })

  it('of a name that leads into the local network send nothing', async () => {
    const { app, asMia } = shared()
    app.clock.advance(60_000)
    // Public by its spelling; nobody resolves it, and nothing is sent.
    const draft = { kind: 'ntfy', address: 'https://ntfy.example.invalid/topic' }
    expect((await asMia('POST', `${OWN}/test`, draft)).body).toMatchObject({ status: 'failed' })
  })
})
