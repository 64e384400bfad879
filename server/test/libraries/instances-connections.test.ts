import { SERVICE_TYPES, type ServiceType } from '@foyer/contract/instances/instance-types'
import { garbage, status, type ProductName, type World } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { serveHttp, serveTcp } from '#test/loopback-servers.ts'
import { startApp } from '#test/app.ts'
import { afterTest } from '#test/engines.ts'
import { addInstance, startSimulators } from '#test/managers.ts'

const PRODUCTS = [
  'radarr',
  'sonarr',
  'lidarr',
  'chaptarr',
  'readarr',
  'jellyfin',
  'emby',
  'plexTv',
  'plex',
  'audiobookshelf',
  'tdarr',
] as const satisfies ProductName[]

type Place = { url: string; api_key: string }

function placesOf(world: World<(typeof PRODUCTS)[number]>): Record<ServiceType, Place> {
  world.tdarr.requireKey('tapi_demo')
  return {
    movie_manager: world.radarr,
    tv_manager: world.sonarr,
    book_manager: world.chaptarr,
    music_manager: world.lidarr,
    account_server_a: world.jellyfin,
    account_server_b: world.emby,
    audiobook_server: world.audiobookshelf,
    invite_server: { url: world.plex.url, api_key: world.plex.token },
    transcoder: { url: world.tdarr.url, api_key: 'tapi_demo' },
  }
}

async function begin() {
  const world = await startSimulators({ products: PRODUCTS, strict: false })
  const app = await startApp({ env: { APP_PLEX_TV_URL: world.plexTv.url } })
  const { access_token: token } = await app.setUp()
  const post = (path: string, body: unknown) =>
    app.call('POST', `/api/admin/instances${path}`, { token, body })
  const places = placesOf(world)
  const test = async (service_type: ServiceType, place: Partial<Place>) =>
    (await post('/test', { service_type, ...places[service_type], ...place })).body
  return { app, token, world, places, post, test }
}

describe('connection tests (1/I)', () => {
  it('every kind knows its own product and tells its version', async () => {
    const { test } = await begin()
    for (const type of SERVICE_TYPES) {
      expect([type, await test(type, {})]).toEqual([
        type,
        { ok: true, category: 'ok', version: expect.stringMatching(/^\d+\.\d+/) },
      ])
    }
  })

  it('takes Readarr for a book manager too (0.1)', async () => {
    const { test, world } = await begin()
    const { url, api_key } = world.readarr
    expect(await test('book_manager', { url, api_key })).toMatchObject({ ok: true })
  })

  it('every kind refuses every other product, and says nothing but that', async () => {
    const { test, places } = await begin()
    for (const type of SERVICE_TYPES) {
      for (const other of SERVICE_TYPES.filter(one => one !== type)) {
        // With the key that opens the other one: only its answers can tell.
        const answer = await test(type, places[other])
        expect([type, other, answer.ok]).toEqual([type, other, false])
        expect(['wrong_service', 'unauthorized', 'incompatible']).toContain(answer.category)
      }
    }
    const swapped = await test('tv_manager', places.movie_manager)
    expect(swapped).toEqual({
      ok: false,
      category: 'wrong_service',
      error: 'A different service answered at this address.',
    })
    const emby = await test('account_server_b', places.account_server_a)
    const jellyfin = await test('account_server_a', places.account_server_b)
    expect([emby.category, jellyfin.category]).toEqual(['wrong_service', 'wrong_service'])
  })

  it('every kind tells a wrong key', async () => {
    const { test } = await begin()
    for (const type of SERVICE_TYPES) {
      const answer = await test(type, { api_key: 'wrong-key' })
      expect([type, answer.category]).toEqual([type, 'unauthorized'])
    }
  })

  it('does not show a key to a service that is another one', async () => {
    const { test, places, world } = await begin()
    for (const type of [
      'account_server_a',
      'account_server_b',
      'audiobook_server',
      'invite_server',
    ] as const) {
      await test(type, { url: places.transcoder.url, api_key: 'precious-key' })
    }
    const heard = JSON.stringify(world.tdarr.journal.entries.map(entry => entry.headers))
    expect(heard).not.toContain('precious-key')
  })

  it('tells a Tdarr without the reads we need, and a Jellyfin that is still starting', async () => {
    const { test, world } = await begin()
    world.tdarr.withoutPies(true)
    expect((await test('transcoder', {})).category).toBe('incompatible')
    world.jellyfin.switches.starting = true
    expect((await test('account_server_a', {})).category).toBe('upstream_error')
  })

  it('names what is wrong with an address', async () => {
    const { test } = await begin()
    const page = await serveHttp((_req, res) =>
      res.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    )
    const moved = await serveHttp((_req, res) =>
      res.writeHead(301, { location: 'http://127.0.0.1:9/' }).end(),
    )
    const plain = await serveTcp(socket => socket.end('SSH-2.0\r\n'))
    afterTest(
      async () => void (await Promise.all([page, moved, plain].map(one => one[Symbol.asyncDispose]()))),
    )
    const cases = [
      ['not an address', 'invalid_url'],
      ['ftp://127.0.0.1', 'invalid_url'],
      ['http://user:pass@127.0.0.1', 'invalid_url'],
      ['http://127.0.0.1:9', 'unreachable'],
      [page.origin, 'wrong_service'],
      [moved.origin, 'redirected'],
      [plain.origin, 'upstream_error'],
      [plain.origin.replace('http:', 'https:'), 'tls'],
    ] as const
    for (const [url, category] of cases) {
      const answer = await test('movie_manager', { url })
      expect([url, answer.category]).toEqual([url, category])
      expect(answer.error).not.toMatch(/127\.0\.0\.1|user:pass|api\/v3/)
    }
  })

  it('a service that answers errors or broken JSON is an upstream_error, and its words stay inside', async () => {
    const { test, world } = await begin()
    world.radarr.faults.next(
      'GET /api/v3/system/status',
      status(500, { body: { message: 'secret detail' } }),
      garbage('json'),
      status(429),
    )
    for (const _ of [1, 2, 3]) {
      const answer = await test('movie_manager', {})
      expect(answer).toMatchObject({ ok: false, category: 'upstream_error' })
      expect(JSON.stringify(answer)).not.toContain('secret detail')
    }
  })

  it('falls back to the stored key of the instance, for the same kind only (1/I)', async () => {
    const { app, token, places, post, world } = await begin()
    const { id } = await addInstance(app, token, {
      service_type: 'movie_manager',
      name: 'Movies',
      ...places.movie_manager,
    })
    const { url } = world.radarr
    expect((await post('/test', { service_type: 'movie_manager', id, url })).body.ok).toBe(true)
    expect((await post('/test', { service_type: 'movie_manager', id, url, api_key: '' })).body.ok).toBe(true)
    expect((await post('/test', { service_type: 'movie_manager', url })).body.category).toBe('unauthorized')
    const before = world.sonarr.journal.entries.length
    await post('/test', { service_type: 'tv_manager', id, url: world.sonarr.url })
    expect(world.sonarr.journal.entries.slice(before).map(entry => entry.headers['x-api-key'])).toEqual([
      undefined,
    ])
  })

  it('400 only for a body that is malformed (1/I, C25)', async () => {
    const { post, places } = await begin()
    for (const body of [
      {},
      { service_type: 'x', url: 'http://a' },
      { service_type: 'movie_manager', url: 7 },
    ]) {
      expect((await post('/test', body)).status).toBe(400)
    }
    const unknownId = { service_type: 'movie_manager', ...places.movie_manager, id: 'in_gone' }
    expect((await post('/test', unknownId)).body).toMatchObject({ ok: true })
  })
})

describe('libraries of a media server (1/I)', () => {
  it('lists them for a candidate and for a saved instance', async () => {
    const { app, token, places, post } = await begin()
    const types = ['account_server_a', 'account_server_b', 'audiobook_server', 'invite_server'] as const
    for (const service_type of types) {
      const candidate = await post('/libraries', { service_type, ...places[service_type] })
      expect([service_type, candidate.status]).toEqual([service_type, 200])
      expect(candidate.body).toEqual({
        server_name: expect.stringMatching(/./),
        version: expect.stringMatching(/^\d/),
        libraries: expect.arrayContaining([
          {
            id: expect.stringMatching(/^\S+$/),
            name: expect.any(String),
            collection_type: expect.any(String),
          },
        ]),
      })
      const { id } = await addInstance(app, token, { service_type, name: 'Server', ...places[service_type] })
      expect((await post('/libraries', { id })).body).toEqual(candidate.body)
    }
  })

  it('refuses other kinds, unknown ids and services that do not answer', async () => {
    const { post, places, world } = await begin()
    const cases = [
      [{ service_type: 'movie_manager', ...places.movie_manager }, 400, 'wrong_service_type'],
      [{ id: 'in_gone' }, 404, 'not_found'],
      [{ service_type: 'account_server_a', url: 'http://127.0.0.1:9', api_key: 'k' }, 502, 'upstream_failed'],
      [{ service_type: 'account_server_a', url: world.jellyfin.url, api_key: 'k' }, 502, 'upstream_failed'],
      [{ service_type: 'account_server_a' }, 400, 'validation'],
      [{}, 400, 'validation'],
    ] as const
    for (const [body, code, word] of cases) {
      const answer = await post('/libraries', body)
      expect([body, answer.status, answer.body.code]).toEqual([body, code, word])
    }
  })
})

describe('linking the owner of an invite server (1/I)', () => {
  it('a completed link carries the owner token into the instance, and never out', async () => {
    const { app, token, post, world, places } = await begin()
    const begun = await post('/invite-server/link/begin', {})
    expect(begun.body).toMatchObject({
      pin_id: expect.stringMatching(/^pin_/),
      expires_at: '2026-11-15T09:15:00.000Z',
      url: expect.stringContaining(`code=${begun.body.code}`),
    })
    const { pin_id, code } = begun.body
    expect((await post('/invite-server/link/check', { pin_id })).body).toEqual({ linked: false })
    const early = await post('/invite-server/servers', { link_pin: pin_id })
    expect([early.status, early.body.code]).toEqual([404, 'pin_expired'])
    const { cloud } = world.plexTv
    cloud.approvePin(code, cloud.owner.id)
    const checked = await post('/invite-server/link/check', { pin_id })
    expect(checked.body).toEqual({
      linked: true,
      account: { username: cloud.owner.username, email: cloud.owner.email },
    })
    const { servers } = (await post('/invite-server/servers', { link_pin: pin_id })).body
    expect(servers).toContainEqual({
      machine_identifier: cloud.machine_identifier,
      name: cloud.server_name,
      url: expect.any(String),
      owned: true,
    })
    const body = {
      service_type: 'invite_server',
      name: 'Plex',
      url: places.invite_server.url,
      link_pin: pin_id,
    }
    expect((await post('/test', body)).body).toMatchObject({ ok: true })
    const made = await addInstance(app, token, body)
    expect(made).toMatchObject({
      has_api_key: true,
      server_config: {
        public_address: 'https://app.plex.tv',
        library_ids: [],
        auto_approve: false,
        machine_identifier: cloud.machine_identifier,
      },
    })
    for (const device of cloud.devices)
      expect(JSON.stringify([checked, servers, made])).not.toContain(device.token)
  })

  it('runs out after fifteen minutes, and an unknown one is the same (1/I)', async () => {
    const { app, post, places } = await begin()
    const { pin_id } = (await post('/invite-server/link/begin', {})).body
    app.clock.advance(15 * 60_000)
    for (const id of [pin_id, 'pin_unknown']) {
      const answer = await post('/invite-server/link/check', { pin_id: id })
      expect([answer.status, answer.body.code]).toEqual([404, 'pin_expired'])
    }
    const body = {
      service_type: 'invite_server',
      name: 'Plex',
      url: places.invite_server.url,
      link_pin: pin_id,
    }
    const refused = await post('', body)
    expect([refused.status, refused.body.code]).toEqual([404, 'pin_expired'])
    expect((await post('/test', body)).body).toMatchObject({ ok: false, category: 'unauthorized' })
  })
})
