import { describe, expect, it } from 'vitest'
import type { TestAnswer } from '#test/app.ts'
import { NO_METADATA } from '#test/discovery-calls.ts'
import { afterTest, ENGINES, shareAmongTests } from '#test/engines.ts'
import { type LoopbackServer, serveHttp, serveHttpProxy, serveTcp } from '#test/loopback-servers.ts'
import { spoilSetting } from '#test/config-seeds.ts'
import { addInstance, managerForm } from '#test/managers.ts'
import { buildWorld } from '#test/world.ts'

/*
 * Defends C67: somebody with an admin's session, but without the secrets that the server keeps, points a stored
 * secret at a machine of their own and reads it there.
 */

async function kept(server: Promise<LoopbackServer>): Promise<LoopbackServer> {
  const started = await server
  afterTest(async () => started[Symbol.asyncDispose]())
  return started
}

/** A machine of the attacker's. Counts connections on which anything was said. */
async function startThief() {
  let contacts = 0
  const server = await kept(
    serveTcp(socket => {
      contacts += 1
      socket.destroy()
    }),
  )
  return { origin: server.origin, port: server.port, contacts: () => contacts }
}

function expectRefused(answer: TestAnswer, field: string): void {
  expect([answer.status, answer.body.code, Object.keys(answer.body.fields ?? {})]).toEqual([
    400,
    'secret_required',
    [field],
  ])
}

function expectUntested(answer: TestAnswer): void {
  expect([answer.status, answer.body]).toEqual([
    200,
    expect.objectContaining({ ok: false, category: 'secret_required', error: expect.stringMatching(/./) }),
  ])
}

describe.each(ENGINES)('C67: the key of an instance on %s', engine => {
  const products = ['radarr', 'radarr4k', 'jellyfin', 'tdarr'] as const
  const shared = shareAmongTests(() => buildWorld({ engine, products, strict: false }))
  let instances = 0

  /** An instance and an attacker for one test alone. */
  async function begin() {
    const world = shared()
    const { app, admin, asAdmin } = world
    const token = admin.access_token
    const thief = await startThief()
    const call = (method: string, path: string, body?: unknown) =>
      asAdmin(method, `/api/admin/instances${path}`, body)
    instances += 1
    const form = managerForm('movie_manager', `Movies ${instances}`, world.radarr)
    const movies = await addInstance(app, token, form)
    return { app, token, world, thief, call, movies }
  }

  it('does not follow a changed origin: PUT changes nothing and calls nobody', async () => {
    const { call, movies, thief } = await begin()
    const { port } = new URL(movies.url)
    const elsewhere = [
      thief.origin,
      `${thief.origin}/radarr`,
      // The scheme and the name are part of an origin as much as the port is.
      movies.url.replace('http:', 'https:'),
      `http://localhost:${port}`,
    ]
    for (const url of elsewhere) {
      for (const secret of [{}, { api_key: '' }, { api_key: '  ' }]) {
        expectRefused(await call('PUT', `/${movies.id}`, { name: 'Moved', url, ...secret }), 'api_key')
      }
    }
    expect((await call('GET', `/${movies.id}`)).body).toEqual(movies)
    expect(thief.contacts()).toBe(0)
  })

  it('is not tried at another origin: the test sends nothing', async () => {
    const { call, movies, thief } = await begin()
    for (const secret of [{}, { api_key: '' }]) {
      const draft = { service_type: 'movie_manager', id: movies.id, url: thief.origin, ...secret }
      expectUntested(await call('POST', '/test', draft))
    }
    expect(thief.contacts()).toBe(0)
  })

  it('does not read libraries from another origin', async () => {
    const { app, token, call, world, thief } = await begin()
    const { id } = await addInstance(app, token, managerForm('account_server_a', 'Jellyfin', world.jellyfin))
    expectRefused(await call('POST', '/libraries', { id, url: thief.origin }), 'api_key')
    const named = { id, service_type: 'account_server_a', url: thief.origin, api_key: '' }
    expectRefused(await call('POST', '/libraries', named), 'api_key')
    expect(thief.contacts()).toBe(0)
    expect((await call('POST', '/libraries', { id, url: `${world.jellyfin.url}/` })).status).toBe(200)
  })

  it('goes on at the same origin, however it is written', async () => {
    const { call, movies } = await begin()
    const { port } = new URL(movies.url)
    for (const url of [`${movies.url}/`, `HTTP://127.0.0.1:${port}`, `http://127.1:${port}`]) {
      expect((await call('PUT', `/${movies.id}`, { url })).status).toBe(200)
      const draft = { service_type: 'movie_manager', id: movies.id, url }
      expect((await call('POST', '/test', draft)).body).toMatchObject({ ok: true })
    }
  })

  it('moves when it is typed again', async () => {
    const { call, movies, world } = await begin()
    const { url, api_key } = world.radarr4k
    const draft = { service_type: 'movie_manager', id: movies.id, url, api_key }
    expect((await call('POST', '/test', draft)).body).toMatchObject({ ok: true })
    const moved = await call('PUT', `/${movies.id}`, { url, api_key })
    expect([moved.status, moved.body.url]).toEqual([200, url])
  })

  it('permits the move when it is cleared in the same call, or when none is stored', async () => {
    const { app, token, call, world, thief } = await begin()
    world.tdarr.requireKey('tapi_demo')
    const form = managerForm('transcoder', 'Tdarr', { url: world.tdarr.url, api_key: 'tapi_demo' })
    const { id } = await addInstance(app, token, form)
    const url = world.tdarr.url.replace('127.0.0.1', 'localhost')
    expectRefused(await call('PUT', `/${id}`, { url }), 'api_key')
    world.tdarr.requireKey(null)
    const cleared = { service_type: 'transcoder', id, url, clear_api_key: true }
    expect((await call('POST', '/test', cleared)).body).toMatchObject({ ok: true })
    const moved = await call('PUT', `/${id}`, { url, clear_api_key: true })
    expect([moved.status, moved.body.url, moved.body.has_api_key]).toEqual([200, url, false])
    expect((await call('PUT', `/${id}`, { url: world.tdarr.url })).status).toBe(200)
    const nothing = { service_type: 'transcoder', id, url: thief.origin }
    expect((await call('POST', '/test', nothing)).body.category).not.toBe('secret_required')
  })

  it('is judged by what is stored when a change is saved, not by what was stored when it came', async () => {
    const { app, token, world, call } = await begin()
    const other = world.radarr4k
    const heard: unknown[] = []
    const slow = await kept(
      serveHttp((request, response) => {
        heard.push(request.headers['x-api-key'])
        const answer = () => response.end(JSON.stringify({ appName: 'Radarr', version: '5.0.0.0' }))
        response.setHeader('content-type', 'application/json')
        // While the new path is tested, another admin moves the instance and gives it another key.
        if (request.url?.startsWith('/sub/')) {
          void call('PUT', `/${id}`, { url: other.url, api_key: other.api_key }).then(answer)
        } else answer()
      }),
    )
    const { id } = await addInstance(app, token, {
      ...managerForm('movie_manager', 'Slow', { url: slow.origin, api_key: 'key-of-the-slow-one' }),
    })
    expectRefused(await call('PUT', `/${id}`, { url: `${slow.origin}/sub` }), 'api_key')
    expect((await call('GET', `/${id}`)).body.url).toBe(other.url)
    expect(heard).not.toContain(other.api_key)
  })
})

describe.each(ENGINES)('C67: the password of the outbound proxy on %s', engine => {
  const PATH = '/api/admin/outbound-proxy'
  const login = { username: 'ann', password: 'pr0xy-passw0rd' }
  const basic = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`

  const shared = shareAmongTests(() => buildWorld({ engine, products: ['tmdb'], env: NO_METADATA }))

  /** A proxy and an attacker for one test alone; saving all fields undoes what another test saved. */
  async function begin() {
    const { app, asAdmin } = shared()
    const proxy = await kept(serveHttpProxy(basic))
    const thief = await startThief()
    const put = (body: unknown) => asAdmin('PUT', PATH, body)
    const test = (body: unknown = {}) => asAdmin('POST', `${PATH}/test`, body)
    const get = async () => (await asAdmin('GET', PATH)).body
    expect((await put({ enabled: true, url: proxy.origin, no_proxy: [], ...login })).status).toBe(200)
    return { app, proxy, thief, put, test, get }
  }

  it('does not follow a changed origin, turned on or off', async () => {
    const { proxy, thief, put, get } = await begin()
    const before = await get()
    const elsewhere = [
      { url: thief.origin },
      { url: thief.origin, enabled: false },
      { url: `socks5://127.0.0.1:${proxy.port}` },
      { url: `socks5://127.0.0.1:${thief.port}`, username: '' },
      { url: `https://127.0.0.1:${proxy.port}` },
      { url: thief.origin, password: '', no_proxy: ['*'] },
      { url: thief.origin, clear_password: false },
    ]
    for (const body of elsewhere) expectRefused(await put(body), 'password')
    expect(await get()).toEqual(before)
    expect(thief.contacts()).toBe(0)
  })

  it('is not tried at another origin: the test sends nothing, not even without it', async () => {
    const { proxy, thief, test } = await begin()
    const seen = proxy.seen.length
    const elsewhere = [
      { url: thief.origin },
      { url: thief.origin, password: '' },
      { url: `socks5://127.0.0.1:${thief.port}` },
    ]
    for (const draft of elsewhere) expectUntested(await test(draft))
    expect([thief.contacts(), proxy.seen.length]).toEqual([0, seen])
  })

  it('cannot be moved in two steps, by way of no address', async () => {
    const { proxy, thief, put, test } = await begin()
    expect((await put({ enabled: false, url: '' })).body).toMatchObject({ url: '', has_password: true })
    expectRefused(await put({ enabled: true, url: thief.origin }), 'password')
    expectUntested(await test({ enabled: true, url: thief.origin }))
    expect(thief.contacts()).toBe(0)
    expect((await put({ enabled: true, url: proxy.origin })).status).toBe(200)
    expect((await test()).body).toMatchObject({ ok: true })
  })

  it('goes on at the same origin, and moves when typed again or cleared', async () => {
    const { proxy, thief, put, test } = await begin()
    expect((await put({ url: `${proxy.origin}/`, no_proxy: ['.lan'] })).status).toBe(200)
    expect((await test({ url: `${proxy.origin}/` })).body).toMatchObject({ ok: true })
    expect((await test({ url: thief.origin, clear_password: true })).body.category).toBe('unreachable')
    expect(thief.contacts()).toBe(1)
    expect((await put({ url: thief.origin, password: 'another-one' })).body.url).toBe(thief.origin)
    expectRefused(await put({ url: proxy.origin }), 'password')
    expect((await put({ url: proxy.origin, clear_password: true })).body).toMatchObject({
      url: proxy.origin,
      has_password: false,
    })
    expect((await put({ url: thief.origin })).status).toBe(200)
  })

  it('is bound to the address beside it when it was saved by an earlier version', async () => {
    const { app, proxy, thief, put } = await begin()
    const earlier = { enabled: false, url: proxy.origin, no_proxy: [], ...login }
    await spoilSetting(app, 'outbound_proxy', JSON.stringify(earlier))
    expectRefused(await put({ url: thief.origin }), 'password')
    expect((await put({ url: proxy.origin })).status).toBe(200)
  })
})

describe.each(ENGINES)('C67: the key of the local AI server on %s', engine => {
  const path = '/api/admin/credentials'
  const shared = shareAmongTests(() => buildWorld({ engine, products: ['models'] }))

  /** The local server is selected and has a key, and an attacker waits. */
  async function begin() {
    const { models, asAdmin } = shared()
    const thief = await startThief()
    const put = (body: object) => asAdmin('PUT', path, body)
    const get = async () => (await asAdmin('GET', path)).body
    const url = models.urls.local
    await asAdmin('DELETE', `${path}/local_openai_key`)
    const key = { local_openai_key: models.keys.local }
    const saved = await put({
      ai_provider: 'local_openai',
      ai_model: 'llama',
      local_openai_base_url: url,
      ...key,
    })
    expect(saved.status).toBe(200)
    return { models, thief, put, get, url, key, forget: () => asAdmin('DELETE', `${path}/local_openai_key`) }
  }

  it('does not follow a changed origin, and nobody is asked', async () => {
    const { thief, put, get, url, models } = await begin()
    const before = await get()
    const calls = models.calls().length
    const local_openai_base_url = `${thief.origin}/v1`
    for (const body of [
      { local_openai_base_url },
      { local_openai_base_url, local_openai_key: '' },
      { local_openai_base_url, local_openai_key: '  ', local_openai_use_proxy: true },
      { local_openai_base_url, ai_provider: '' },
      { local_openai_base_url: url.replace('http:', 'https:') },
      { local_openai_base_url: url.replace('127.0.0.1', 'localhost') },
    ]) {
      expectRefused(await put(body), 'local_openai_key')
    }
    expect(await get()).toEqual(before)
    expect([thief.contacts(), models.calls().length]).toEqual([0, calls])
  })

  it('cannot be moved in two steps, by way of no address', async () => {
    const { thief, put, url } = await begin()
    expect((await put({ ai_provider: '', local_openai_base_url: '' })).status).toBe(200)
    const moved = { ai_provider: 'local_openai', ai_model: 'llama', local_openai_base_url: thief.origin }
    expectRefused(await put(moved), 'local_openai_key')
    expect(thief.contacts()).toBe(0)
    expect((await put({ ...moved, local_openai_base_url: url })).status).toBe(200)
  })

  it('is still sent to the same origin, moves when it is entered again, and does not block a change once it is deleted', async () => {
    const { put, url, key, forget, get } = await begin()
    expect((await put({ local_openai_base_url: `${url}/` })).status).toBe(200)
    const other = await kept(serveHttp((_request, response) => void response.writeHead(401).end('{}')))
    const local_openai_base_url = `${other.origin}/v1`
    const typed = await put({ local_openai_base_url, ...key })
    expect([typed.status, typed.body.category]).toEqual([400, 'invalid_credentials'])
    expect(other.seen.length).toBeGreaterThan(0)
    expect((await get()).ai.local_openai_base_url).toBe(url)
    await forget()
    expect((await put({ ai_provider: '', local_openai_base_url })).status).toBe(200)
  })
})
