import { hang } from '@foyer/simulators'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { freshPostgresUrl } from '#test/engines.ts'
import { eventually } from '#test/eventually.ts'
import { addInstance, insertInstance, managerForm, startSimulators } from '#test/managers.ts'
import { signInAs } from '#test/people.ts'
import { seedRequests } from '#test/seed-requests.ts'

const ENGINES = ['sqlite', 'postgres'] as const
const ROOTS = { APP_MEDIA_ROOTS: '/media,/srv/books' }

async function begin(engine: (typeof ENGINES)[number] = 'sqlite') {
  const postgres: Record<string, string> =
    engine === 'postgres' ? { APP_DATABASE_URL: await freshPostgresUrl() } : {}
  const app = await startApp({ env: { ...ROOTS, ...postgres } })
  const { access_token: token } = await app.setUp()
  const world = await startSimulators({ products: ['radarr', 'radarr4k', 'sonarr'] })
  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, `/api/admin/instances${path}`, { token, ...(body !== undefined && { body }) })
  const movies = managerForm('movie_manager', 'Movies', world.radarr)
  return { app, token, world, call, movies }
}

/** Collects the events published from now on, as any open page would receive them. */
function listenTo(app: TestApp): { type: string; audience: { to: string } }[] {
  const heard: { type: string; audience: { to: string } }[] = []
  // The channel carries the events of the hub, in the form of the hub.
  app.broadcast.on('event', message => heard.push(message as unknown as (typeof heard)[number]))
  return heard
}

/** As after a start with another encryption key. */
async function loseKeys(app: TestApp): Promise<void> {
  const api_key_box = 'v1.c2VhbGVkIHdpdGggYW5vdGhlciBrZXkgdGhhbiB0aGUgb25lIGluIGZvcmNl'
  await app.database.transaction(tx => tx.updateTable('instances').set({ api_key_box }).execute())
}

describe.each(ENGINES)('instances on %s', engine => {
  it('1/I saves what was tested, seals the key and never answers it', async () => {
    const { app, call, movies, world } = await begin(engine)
    const made = await call('POST', '', { ...movies, url: `${movies.url}/` })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      id: expect.stringMatching(/^in_/),
      service_type: 'movie_manager',
      name: 'Movies',
      url: world.radarr.url,
      has_api_key: true,
      is_default: true,
      sort_order: 0,
      media_downloads: false,
      media_path_mappings: [],
      delivery_defaults: {},
      webhook_state: '',
      created_at: '2026-11-15T09:00:00.000Z',
      updated_at: '2026-11-15T09:00:00.000Z',
    })
    expect((await call('GET', `/${made.body.id}`)).body).toEqual(made.body)
    expect((await call('GET', '')).body).toEqual([made.body])
    const row = await app.database.read.selectFrom('instances').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(world.radarr.api_key)
  })

  it('1/I keeps one default per type: the first, then the one that was chosen', async () => {
    const { app, token, call, movies, world } = await begin(engine)
    const first = await addInstance(app, token, { ...movies, is_default: false })
    const second = await addInstance(app, token, managerForm('movie_manager', 'Movies 4K', world.radarr4k))
    const series = await addInstance(app, token, managerForm('tv_manager', 'Movies', world.sonarr))
    expect([first.is_default, second.is_default, series.is_default]).toEqual([true, false, true])
    const chosen = await call('PUT', `/${second.id}`, { is_default: true })
    expect([chosen.status, chosen.body.is_default]).toEqual([200, true])
    expect((await call('GET', `/${first.id}`)).body.is_default).toBe(false)
    expect((await call('GET', `/${series.id}`)).body.is_default).toBe(true)
  })

  it('1/I refuses a name that the type already has, whatever its case, also when two save at once', async () => {
    const { call, movies } = await begin(engine)
    const both = await Promise.all(['Movies', 'MOVIES'].map(name => call('POST', '', { ...movies, name })))
    expect(new Set(both.map(answer => answer.status))).toEqual(new Set([201, 409]))
    expect(both.find(answer => answer.status === 409)?.body.code).toBe('name_taken')
  })

  it('1/I keeps both changes when two admins change different fields at once', async () => {
    const { app, token, call, movies, world } = await begin(engine)
    const { id } = await addInstance(app, token, movies)
    const answers = await Promise.all([
      call('PUT', `/${id}`, { name: 'Films' }),
      call('PUT', `/${id}`, { sort_order: 7 }),
      call('PUT', `/${id}`, { url: world.radarr4k.url, api_key: world.radarr4k.api_key }),
      call('PUT', `/${id}`, {
        media_path_mappings: [{ source_path: '/movies', local_path: '/media/movies' }],
      }),
    ])
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 200])
    expect((await call('GET', `/${id}`)).body).toMatchObject({
      name: 'Films',
      sort_order: 7,
      url: world.radarr4k.url,
      media_downloads: true,
    })
    const test = await call('POST', '/test', { service_type: 'movie_manager', id, url: world.radarr4k.url })
    expect(test.body).toMatchObject({ ok: true })
  })

  it('forgets the record ids of delivered titles when an instance gets another address (1:4.8.6)', async () => {
    const { app, token, call, movies, world } = await begin(engine)
    const { id } = await addInstance(app, token, movies)
    await seedRequests(app.database, 4)
    await app.database.transaction(async tx => {
      await sql`update requests set instance_id = ${id} where id < 3`.execute(tx)
      await tx.updateTable('request_deliveries').set({ record_id: 5, canonical_foreign_id: 'gr:1' }).execute()
    })
    const rows = () =>
      app.database.read
        .selectFrom('request_deliveries')
        .select(['record_id', 'canonical_foreign_id'])
        .orderBy('request_id')
        .execute()
    const known = { record_id: 5, canonical_foreign_id: 'gr:1' }
    await call('PUT', `/${id}`, { name: 'Films' })
    expect(await rows()).toEqual([known, known, known, known])
    const { url, api_key } = world.radarr4k
    expect((await call('PUT', `/${id}`, { url, api_key })).status).toBe(200)
    const moved = { ...known, record_id: null }
    expect(await rows()).toEqual([moved, moved, known, known])
  })

  it('1/I deletes an instance with its grants and pins, and announces each change to everybody (1:4.2)', async () => {
    const { app, token, call, movies } = await begin(engine)
    const heard = listenTo(app)
    const { id } = await addInstance(app, token, movies)
    const bob = await signInAs(app, 'bob', 'user')
    const grants = `/api/admin/users/${bob.user.id}/instance-grants`
    await app.call('PUT', grants, { token, body: { movie_manager: [id] } })
    await call('PUT', `/${id}`, { name: 'Films' })
    expect((await call('DELETE', `/${id}`)).body).toEqual({ status: 'deleted' })
    const toAll = () => heard.filter(event => event.audience.to === 'everyone')
    await eventually(() => expect(toAll().map(event => event.type)).toEqual(Array(3).fill('config_changed')))
    expect((await app.call('GET', grants, { token })).body).toEqual({})
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await call(method, `/${id}`, method === 'PUT' ? {} : undefined)
      expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'not_found'])
    }
  })
})

describe('instances', () => {
  it('1/I tests the connection first: a failed test saves nothing and reports why', async () => {
    const { call, movies, world } = await begin()
    const cases = [
      [{ ...movies, url: world.sonarr.url, api_key: world.sonarr.api_key }, 'wrong_service'],
      [{ ...movies, api_key: 'not-it' }, 'unauthorized'],
      [{ ...movies, url: 'http://127.0.0.1:9' }, 'unreachable'],
    ] as const
    for (const [body, category] of cases) {
      const answer = await call('POST', '', body)
      expect([answer.status, answer.body.code, answer.body.category]).toEqual([
        400,
        'connection_failed',
        category,
      ])
    }
    expect((await call('GET', '')).body).toEqual([])
  })

  it('0.3 reports that a name is taken before any service is called', async () => {
    const { app, token, call, movies, world } = await begin()
    await addInstance(app, token, movies)
    const other = await addInstance(app, token, managerForm('movie_manager', 'Movies 4K', world.radarr4k))
    const change = { name: 'MOVIES', url: 'http://127.0.0.1:9', api_key: 'not-it' }
    const answers = [
      await call('PUT', `/${other.id}`, change),
      await call('POST', '', { ...movies, ...change }),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [409, 'name_taken']),
    )
  })

  it('1/I names the wrong fields, each with a sentence', async () => {
    const { call, movies } = await begin()
    const answer = await call('POST', '', {
      ...movies,
      url: 'manager:7878',
      api_key: '',
      clear_api_key: true,
      media_path_mappings: [{ source_path: '/data', local_path: '/etc' }],
      server_config: {},
      link_pin: 'x',
    })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
    expect(Object.keys(answer.body.fields).sort()).toEqual([
      'api_key',
      'clear_api_key',
      'link_pin',
      'media_path_mappings.0.local_path',
      'server_config',
      'url',
    ])
    for (const [field, value] of [
      ['name', ''],
      ['name', 'x'.repeat(65)],
      ['sort_order', 10_001],
      ['service_type', 'download_client'],
      ['api_key', 'k'.repeat(513)],
    ] as const) {
      const refused = await call('POST', '', { ...movies, [field]: value })
      expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, [field]])
    }
  })

  it('1/I tests again only when address or key changed, and a blank key keeps the stored one', async () => {
    const { app, token, call, movies, world } = await begin()
    const { id } = await addInstance(app, token, movies)
    const tests = () => world.radarr.journal.requests('GET /api/v3/system/status').length
    const before = tests()
    const same = { name: 'Films', url: `${movies.url}/`, api_key: '', is_default: true, sort_order: 3 }
    expect((await call('PUT', `/${id}`, same)).status).toBe(200)
    expect((await call('PUT', `/${id}`, { api_key: movies.api_key })).status).toBe(200)
    expect(tests()).toBe(before)
    const wrong = await call('PUT', `/${id}`, { api_key: 'another' })
    expect([wrong.status, wrong.body.category]).toEqual([400, 'unauthorized'])
    expect(tests()).toBe(before + 1)
    const moved = await call('PUT', `/${id}`, { url: world.radarr4k.url, api_key: movies.api_key })
    expect([moved.status, moved.body.category]).toEqual([400, 'unauthorized'])
    const other = await call('PUT', `/${id}`, { service_type: 'tv_manager' })
    expect([other.status, Object.keys(other.body.fields)]).toEqual([400, ['service_type']])
  })

  it('1/I orders by sort_order, name and id, and ignores a default of kinds that have none', async () => {
    const { app, token, call, movies } = await begin()
    await insertInstance(app, { id: 'in_b', service_type: 'book_manager', name: 'Books', sort_order: 5 })
    await insertInstance(app, { id: 'in_a', service_type: 'music_manager', name: 'Books', sort_order: 5 })
    await addInstance(app, token, { ...movies, sort_order: 9 })
    const changed = await call('PUT', '/in_b', { is_default: true })
    expect(changed.body.is_default).toBe(false)
    const order = (await call('GET', '')).body.map((one: { id: string }) => one.id.slice(0, 4))
    expect(order.slice(0, 2)).toEqual(['in_a', 'in_b'])
  })

  it('answers the roots that downloads may come from (1/I)', async () => {
    const { app, token } = await begin()
    expect((await app.call('GET', '/api/admin/media-roots', { token })).body).toEqual({
      roots: ['/media', '/srv/books'],
    })
  })

  it('answers 503 when the inventory cannot be read (0.6)', async () => {
    const { app, call } = await begin()
    await insertInstance(app, { id: 'in_a', service_type: 'music_manager' })
    const spoilt = { media_path_mappings: 'no JSON' }
    await app.database.transaction(tx => tx.updateTable('instances').set(spoilt).execute())
    const answer = await call('GET', '')
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
  })

  it('tests with a new key where the stored one cannot be decrypted, and asks for it otherwise (1/I)', async () => {
    const { app, token, call, movies } = await begin()
    const { id } = await addInstance(app, token, movies)
    await loseKeys(app)
    expect((await call('POST', '/test', { ...movies, id })).body).toMatchObject({ ok: true, category: 'ok' })
    const { api_key: _key, ...without_key } = movies
    const answer = await call('POST', '/test', { ...without_key, id })
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        ok: false,
        category: 'secret_required',
        error: 'The stored key cannot be decrypted. Enter it again.',
      },
    ])
  })

  it('lists libraries with a new key where the stored one cannot be decrypted', async () => {
    const { app, token, call } = await begin()
    const { jellyfin } = await startSimulators({ products: ['jellyfin'] })
    const { url, api_key } = jellyfin
    const form = { service_type: 'account_server_a', name: 'Watch', url, api_key } as const
    const { id } = await addInstance(app, token, form)
    await loseKeys(app)
    const libraries = await call('POST', '/libraries', { id, api_key })
    expect([libraries.status, libraries.body.libraries.length > 0]).toEqual([200, true])
    expect((await call('POST', '/libraries', { id })).status).toBe(503)
  })

  it('a test that takes longer than ten seconds is a timeout (1/I)', async () => {
    const { app, call, movies, world } = await begin()
    world.radarr.faults.next('GET /api/v3/system/status', hang())
    const pending = call('POST', '/test', movies)
    await eventually(() => expect(world.radarr.journal.entries).toHaveLength(1))
    app.clock.advance(10_000)
    expect((await pending).body).toMatchObject({ ok: false, category: 'timeout' })
  })
})
