import { dropAfterCommit, hang, MOVIE, status } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { eventually } from '#test/eventually.ts'
import { addInstance, insertInstance, managerForm, startSimulators } from '#test/managers.ts'
import { signInAs } from '#test/people.ts'
import { listen } from '#test/sockets.ts'

const PRODUCTS = ['radarr', 'sonarr', 'lidarr', 'chaptarr', 'readarr'] as const

async function begin(env: Record<string, string> = {}) {
  const world = await startSimulators({ products: PRODUCTS })
  const app = await startApp({ env })
  const host = `127.0.0.1:${await listen(app)}`
  const { access_token: token } = await app.setUp()
  /** As an admin's browser would: by an address at which managers reach us too. */
  const ask = (method: string, path: string, body?: unknown) =>
    app.call(method, path, { token, headers: { host }, ...(body !== undefined && { body }) })
  const save = async (service_type: string, manager: { url: string; api_key: string }) => {
    const form = managerForm(service_type, 'Library', manager)
    const answer = await ask('POST', '/api/admin/instances', form)
    expect(answer.status).toBe(201)
    return answer.body.id as string
  }
  return { app, world, host, token, ask, save }
}

/** The record as the manager keeps it, password included. */
function recordOf(world: Awaited<ReturnType<typeof begin>>['world'], product: (typeof PRODUCTS)[number]) {
  const saves = world[product].journal.entries.filter(
    entry => /\/notification(\/\d+)?$/.test(entry.path) && ['POST', 'PUT'].includes(entry.method),
  )
  const { fields = [] } = (saves.at(-1)?.body ?? {}) as { fields?: { name: string; value: unknown }[] }
  return Object.fromEntries(fields.map(field => [field.name, field.value])) as Record<string, string>
}

function basicOf({ username, password }: Record<string, string>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

const post = (app: TestApp, id: string, authorization?: string, from = '192.0.2.9') =>
  app.call('POST', `/api/webhooks/library/${id}`, {
    body: { eventType: 'Test' },
    from,
    headers: { ...(authorization && { authorization }) },
  })

describe('the managed webhook (1/I)', () => {
  it.each([
    ['movie_manager', 'radarr'],
    ['tv_manager', 'sonarr'],
    ['music_manager', 'lidarr'],
    ['book_manager', 'chaptarr'],
    ['book_manager', 'readarr'],
  ] as const)('is installed in the background after a %s (%s) was saved', async (type, product) => {
    const { app, world, ask, save, host } = await begin()
    const id = await save(type, world[product])
    await app.jobs.settle()
    expect((await ask('GET', `/api/admin/instances/${id}/webhook`)).body).toEqual({
      supported: true,
      configured: true,
      state: '',
      callback_url: `http://${host}/api/webhooks/library/${id}`,
    })
    const record = recordOf(world, product)
    expect(record['url']).toBe(`http://${host}/api/webhooks/library/${id}`)
    expect((await post(app, id, basicOf(record))).body).toEqual({ ok: true })
    const forced = world[product].journal.entries.some(entry => entry.query.get('forceSave') === 'true')
    // C34: only where a private address would be refused without it.
    expect(forced).toBe(type === 'book_manager')
  })

  it.each(['radarr', 'sonarr'] as const)('sends %s only what its own document allows', async product => {
    const document = openVendorDocument(product)
    const { app, world, ask, save } = await begin()
    const id = await save(product === 'radarr' ? 'movie_manager' : 'tv_manager', world[product])
    await app.jobs.settle()
    await ask('POST', `/api/admin/instances/${id}/webhook`)
    await ask('DELETE', `/api/admin/instances/${id}`)
    await eventually(() => expect(world[product].notifications.all()).toEqual([]))
    const { entries } = world[product].journal
    expect(entries.length).toBeGreaterThan(6)
    const violations = document ? entries.flatMap(entry => document.violations(entry)) : []
    expect(violations.filter(violation => violation.part !== 'answer')).toEqual([])
  })

  it('renews the credential: the new one works, the former one no longer (1/I)', async () => {
    const { app, world, ask, save } = await begin()
    const id = await save('movie_manager', world.radarr)
    await app.jobs.settle()
    const former = basicOf(recordOf(world, 'radarr'))
    const renewed = await ask('POST', `/api/admin/instances/${id}/webhook`)
    expect([renewed.status, renewed.body.state]).toEqual([200, ''])
    const now = basicOf(recordOf(world, 'radarr'))
    expect(now).not.toBe(former)
    expect((await post(app, id, now)).status).toBe(200)
    expect((await post(app, id, former)).status).toBe(401)
    expect(world.radarr.notifications.all().map(record => record.name)).toEqual(['Foyer'])
  })

  it('keeps both credentials until the manager has taken the new one, and goes on with that', async () => {
    const { app, world, ask, save } = await begin()
    const id = await save('movie_manager', world.radarr)
    await app.jobs.settle()
    const path = `/api/admin/instances/${id}/webhook`
    const former = basicOf(recordOf(world, 'radarr'))
    world.radarr.faults.next('PUT /api/v3/notification/:id', status(500))
    const failed = await ask('POST', path)
    expect([failed.status, failed.body.code]).toEqual([502, 'upstream_failed'])
    const offered = basicOf(recordOf(world, 'radarr'))
    expect((await post(app, id, former)).status).toBe(200)
    expect((await post(app, id, offered)).status).toBe(200)
    expect((await ask('GET', path)).body).toMatchObject({ configured: false, state: 'stale' })
    // The answer is lost, but the manager holds the new one.
    world.radarr.faults.next('PUT /api/v3/notification/:id', dropAfterCommit())
    expect((await ask('POST', path)).status).toBe(502)
    expect((await ask('GET', path)).body).toMatchObject({ configured: true, state: '' })
    expect((await ask('POST', path)).body).toMatchObject({ configured: true })
    expect((await post(app, id, offered)).status).toBe(200)
    expect((await post(app, id, former)).status).toBe(401)
  })

  it('serialises renewals of one instance: whichever was last is the one that works', async () => {
    const { app, world, ask, save } = await begin()
    const id = await save('movie_manager', world.radarr)
    await app.jobs.settle()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ask('POST', `/api/admin/instances/${id}/webhook`)),
    )
    expect(answers.map(answer => [answer.status, answer.body.state])).toEqual(answers.map(() => [200, '']))
    expect((await post(app, id, basicOf(recordOf(world, 'radarr')))).status).toBe(200)
  })

  it('tells what is wrong with the record, read live (1/I)', async () => {
    const { app, world, ask, save } = await begin()
    const id = await save('movie_manager', world.radarr)
    const path = `/api/admin/instances/${id}/webhook`
    await app.jobs.settle()
    await app.database.transaction(tx => tx.deleteFrom('instance_webhooks').execute())
    expect((await ask('GET', path)).body.state).toBe('credential_missing')
    const [record] = world.radarr.notifications.all()
    const key = { 'x-api-key': world.radarr.api_key }
    await fetch(`${world.radarr.url}/api/v3/notification/${record?.id}`, { method: 'DELETE', headers: key })
    expect((await ask('GET', path)).body.state).toBe('missing')
    world.radarr.faults.next('GET /api/v3/notification', status(503))
    const unreadable = await ask('GET', path)
    expect([unreadable.status, unreadable.body.code]).toEqual([502, 'upstream_failed'])
  })

  it('is not for other kinds or unknown ids (1/I)', async () => {
    const { app, ask } = await begin()
    await insertInstance(app, { id: 'in_t', service_type: 'transcoder' })
    const path = (id: string) => `/api/admin/instances/${id}/webhook`
    expect((await ask('GET', path('in_t'))).body).toEqual({ supported: false, configured: false, state: '' })
    const wrong = await ask('POST', path('in_t'))
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_service_type'])
    for (const method of ['GET', 'POST']) expect((await ask(method, path('in_x'))).status).toBe(404)
  })

  it('takes the configured callback address before the external one and the request (1/I)', async () => {
    const { app, world, ask, save } = await begin({ APP_LIBRARY_CALLBACK_URL: 'http://foyer.internal:5454' })
    const id = await save('movie_manager', world.radarr)
    await ask('PUT', '/api/admin/external-address', { external_url: 'https://watch.example.org' })
    const { body } = await ask('GET', `/api/admin/instances/${id}/webhook`)
    expect(body.callback_url).toBe(`http://foyer.internal:5454/api/webhooks/library/${id}`)
    // The manager cannot reach that address here, and says so.
    const refused = await ask('POST', `/api/admin/instances/${id}/webhook`)
    expect([refused.status, refused.body.code]).toEqual([502, 'upstream_failed'])
    expect(refused.body.error).not.toContain('foyer.internal')
    await app.jobs.settle()
  })

  it('takes the external address before the request (1/I)', async () => {
    const { world, ask, save, app } = await begin()
    const id = await save('movie_manager', world.radarr)
    await app.jobs.settle()
    await ask('PUT', '/api/admin/external-address', { external_url: 'https://watch.example.org/' })
    expect((await ask('GET', `/api/admin/instances/${id}/webhook`)).body).toMatchObject({
      configured: false,
      state: 'stale',
      callback_url: `https://watch.example.org/api/webhooks/library/${id}`,
    })
  })

  it('is installed again when the instance moves to another address', async () => {
    const { app, world, ask, save } = await begin()
    const other = await startSimulators({ products: ['radarr4k'] })
    const id = await save('movie_manager', world.radarr)
    await app.jobs.settle()
    const { url, api_key } = other.radarr4k
    expect((await ask('PUT', `/api/admin/instances/${id}`, { url, api_key })).status).toBe(200)
    await app.jobs.settle()
    expect(other.radarr4k.notifications.all().map(record => record.name)).toEqual(['Foyer'])
    expect((await ask('GET', `/api/admin/instances/${id}/webhook`)).body.state).toBe('')
  })

  it('leaves the manager with the instance, best effort, after the commit (C26)', async () => {
    const { app, world, ask, save } = await begin()
    const id = await save('movie_manager', world.radarr)
    await app.jobs.settle()
    expect(world.radarr.notifications.all()).toHaveLength(1)
    expect((await ask('DELETE', `/api/admin/instances/${id}`)).status).toBe(200)
    await eventually(() => expect(world.radarr.notifications.all()).toEqual([]))
    const second = await save('movie_manager', world.radarr)
    await app.jobs.settle()
    world.radarr.faults.always('GET /api/v3/notification', hang())
    expect((await ask('DELETE', `/api/admin/instances/${second}`)).status).toBe(200)
  })
})

describe('the inbound webhook (1/6)', () => {
  async function installed() {
    const begun = await begin()
    const id = await begun.save('movie_manager', begun.world.radarr)
    await begun.app.jobs.settle()
    return { ...begun, id, basic: basicOf(recordOf(begun.world, 'radarr')) }
  }

  it('answers one 401 for missing, wrong, unknown instance and a credential in the address', async () => {
    const { app, id, basic, token } = await installed()
    const path = `/api/webhooks/library/${id}`
    const body = { eventType: 'Grab' }
    const record = Buffer.from(basic.slice(6), 'base64').toString().split(':')
    const refused = [
      await app.call('POST', path, { body }),
      await app.call('POST', path, { body, token }),
      await app.call('POST', path, { body, headers: { authorization: 'Basic Zm9vOmJhcg==' } }),
      await app.call('POST', '/api/webhooks/library/in_x', { body, headers: { authorization: basic } }),
      await app.call('POST', `${path}?username=${record[0]}&password=${record[1]}`, { body }),
      await app.call('POST', `${path}?password=x`, { body, headers: { authorization: basic } }),
      await app.call('POST', path, { body: 'no JSON', headers: { 'content-type': 'application/json' } }),
    ]
    for (const answer of refused) {
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized'])
      expect(answer.headers['www-authenticate']).toMatch(/^Basic/)
      expect(answer.raw).toEqual(refused[0]?.raw)
    }
  })

  it('answers 200 to every event when authenticated, up to 4 MiB (0.3)', async () => {
    const { app, id, basic } = await installed()
    const send = (body: unknown) =>
      app.call('POST', `/api/webhooks/library/${id}`, { body, headers: { authorization: basic } })
    for (const body of [{}, { eventType: 'Test' }, { eventType: 'Whatever' }, { eventType: 7 }]) {
      const answer = await send(body)
      expect([answer.status, answer.body]).toEqual([200, { ok: true }])
    }
    const large = { eventType: 'Grab', padding: 'x'.repeat(3 * 1024 * 1024) }
    expect((await send(large)).status).toBe(200)
    expect((await send({ ...large, more: 'x'.repeat(1024 * 1024) })).status).toBe(413)
  })

  it.each([
    ['broken JSON', '{"eventType":"Secret', 'application/json'],
    ['a list', '["Secret"]', 'application/json'],
    ['a single value', '"Secret"', 'application/json'],
    ['text', 'Secret', 'text/plain'],
    ['a form', 'eventType=Secret', 'application/x-www-form-urlencoded'],
    ['bytes that are not text', Buffer.from([0xff, 0xfe]), 'application/json'],
    ['nothing', '', 'application/json'],
  ])('answers 200 to %s when authenticated, and keeps it out of the log', async (_what, body, type) => {
    const { app, id, basic } = await installed()
    const headers = { authorization: basic, 'content-type': type }
    const answer = await app.call('POST', `/api/webhooks/library/${id}`, { body, headers })
    expect([answer.status, answer.body]).toEqual([200, { ok: true }])
    expect(JSON.stringify(app.log.entries)).not.toContain('Secret')
  })

  it('0.5 W limits failed attempts to thirty a minute, and never a right credential', async () => {
    const { app, id, basic } = await installed()
    for (let i = 0; i < 30; i++) expect((await post(app, id, 'Basic eDp5')).status).toBe(401)
    const limited = await post(app, id, 'Basic eDp5')
    expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited'])
    expect(limited.headers['retry-after']).toBe('60')
    expect((await post(app, id, basic)).status).toBe(200)
    expect((await post(app, id, 'Basic eDp5', '192.0.2.10')).status).toBe(401)
    app.clock.advance(60_000)
    expect((await post(app, id, 'Basic eDp5')).status).toBe(401)
  })

  it('tells of changed queues those who see the instance, and nobody else (1/6)', async () => {
    const { app, world, id } = await installed()
    const heard: Record<string, string[]> = { bob: [], eve: [] }
    const other = await startSimulators({ products: ['radarr4k'] })
    const admin = await addInstanceAsDefault(app, other.radarr4k)
    const bob = await signInAs(app, 'bob', 'user')
    await signInAs(app, 'eve', 'user').then(eve => join(app, eve.user.id, eve.device_id, heard['eve']))
    join(app, bob.user.id, bob.device_id, heard['bob'])
    await app.call('PUT', `/api/admin/users/${bob.user.id}/instance-grants`, {
      token: admin,
      body: { movie_manager: [id] },
    })
    const movie = world.radarr.addMovie(MOVIE.requested)
    world.radarr.startDownload(movie.id)
    await world.settle()
    await eventually(() => expect(heard['bob']).toContain('library_queue_changed'))
    expect(heard['eve']).not.toContain('library_queue_changed')
  })
})

/** Another movie manager becomes the default, so that the first one is seen by grant alone. */
async function addInstanceAsDefault(
  app: TestApp,
  manager: { url: string; api_key: string },
): Promise<string> {
  const { body } = await app.call('POST', '/api/auth/login', {
    body: { username: 'ana', password: 'correct horse' },
    from: '198.51.100.7',
  })
  const form = { ...managerForm('movie_manager', 'Default', manager), is_default: true }
  await addInstance(app, body.access_token, form)
  return body.access_token
}

function join(app: TestApp, user_id: number, device_id: string, heard: string[] | undefined): void {
  app.event_hub.join(
    { user_id, username: 'somebody', role: 'user', device_id },
    { send: ({ type }) => heard?.push(type), beat: () => {}, close: () => {} },
  )
}
