import { startWorld } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { compose } from '#compose/index.ts'
import { readConfig } from '#config'
import { outboundProxy } from '#features/outbound-proxy/outbound-proxy-settings.ts'
import { createTestClock } from '#test/test-clock.ts'
import { createTestLog } from '#test/test-log.ts'
import {
  freePort,
  type LoopbackServer,
  serveHttp,
  serveHttpProxy,
  serveSocks5,
  serveTcp,
} from '#test/loopback-servers.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { startOn } from '#test/app.ts'
import { ENGINES } from '#test/engines.ts'
import { spoilSetting } from '#test/config-seeds.ts'
import { afterTest, temporaryFolder } from '#test/engines.ts'
import { signInAs } from '#test/people.ts'

const PATH = '/api/admin/outbound-proxy'
const PASSWORD = 'pr0xy-passw0rd'
const BASIC = `Basic ${Buffer.from(`ann:${PASSWORD}`).toString('base64')}`
const OFF = { enabled: false, url: '', username: '', has_password: false, no_proxy: [] }

async function startTmdb() {
  const world = await startWorld({ products: ['tmdb'] })
  afterTest(() => world.close())
  return world.tmdb
}

async function kept(server: Promise<LoopbackServer>): Promise<LoopbackServer> {
  const started = await server
  afterTest(async () => started[Symbol.asyncDispose]())
  return started
}

async function start(engine: (typeof ENGINES)[number] = 'sqlite', env: Record<string, string> = {}) {
  const tmdb = await startTmdb()
  const app = await startOn(engine, { env: { APP_TMDB_URL: `${tmdb.url}/3`, ...env } })
  const { access_token: token } = await app.setUp()
  return { app, tmdb, token, ...speak(app, token) }
}

function speak(app: TestApp, token: string) {
  return {
    get: async () => (await app.call('GET', PATH, { token })).body,
    put: (body: unknown) => app.call('PUT', PATH, { token, body }),
    test: (body: unknown = {}) => app.call('POST', `${PATH}/test`, { token, body }),
    /** Any call to a provider; here the test of a key. */
    askProvider: (tmdb_access_token: string) =>
      app.call('PUT', '/api/admin/credentials', { token, body: { tmdb_access_token } }),
  }
}

describe.each(ENGINES)('the outbound proxy on %s', engine => {
  it('1/I: is off until saved; its password goes in and never comes out', async () => {
    const { app, get, put } = await start(engine)
    expect(await get()).toEqual(OFF)
    const body = {
      enabled: false,
      url: 'http://proxy.lan:3128/',
      username: 'ann',
      password: PASSWORD,
      no_proxy: ['.lan', '10.0.0.0/8'],
    }
    const saved = await put(body)
    const expected = {
      enabled: false,
      url: 'http://proxy.lan:3128',
      username: 'ann',
      has_password: true,
      no_proxy: ['.lan', '10.0.0.0/8'],
    }
    expect([saved.status, saved.body]).toEqual([200, expected])
    expect((await put({ password: '' })).body.has_password).toBe(true)
    expect((await put({ username: 'bob' })).body).toEqual({ ...expected, username: 'bob' })
    const rows = JSON.stringify(await app.database.read.selectFrom('settings').selectAll().execute())
    for (const text of [saved.raw.toString(), JSON.stringify(app.log.entries), rows]) {
      expect(text.includes(PASSWORD)).toBe(false)
    }
    expect((await put({ clear_password: true })).body.has_password).toBe(false)
    expect(await get()).toEqual({ ...expected, username: 'bob', has_password: false })
  })

  it('1/I: refuses what no proxy can be, and keeps what was', async () => {
    const { get, put } = await start(engine)
    await put({ url: 'socks5://proxy.lan:1080' })
    const before = await get()
    for (const [body, field] of [
      [{ url: 'ftp://proxy.lan' }, 'url'],
      [{ url: 'proxy.lan:3128' }, 'url'],
      [{ url: 'http://ann:secret@proxy.lan' }, 'url'],
      [{ url: '', enabled: true }, 'url'],
      [{ username: 'a:b' }, 'username'],
      [{ password: 'x', clear_password: true }, 'clear_password'],
      [{ no_proxy: ['http://x'] }, 'no_proxy'],
      [{ no_proxy: 'x' }, 'no_proxy'],
      [{ enabled: 'yes' }, 'enabled'],
    ] as const) {
      const answer = await put(body)
      expect([answer.status, answer.body.code, Object.keys(answer.body.fields)]).toEqual([
        400,
        'validation',
        [field],
      ])
      expect(answer.raw.toString()).not.toContain('secret')
    }
    expect(await get()).toEqual(before)
  })

  it('loses none of many partial updates made at once', async () => {
    const { get, put } = await start(engine)
    const changes = [
      { url: 'http://p:1' },
      { username: 'ann' },
      { password: PASSWORD },
      { no_proxy: ['a.b'] },
    ]
    await Promise.all(Array.from({ length: 20 }, (_, i) => put(changes[i % changes.length])))
    expect(await get()).toEqual({
      enabled: false,
      url: 'http://p:1',
      username: 'ann',
      has_password: true,
      no_proxy: ['a.b'],
    })
  })

  it('C35: carries external calls from the next one on, loopback included, without a restart', async () => {
    const { tmdb, put, askProvider } = await start(engine)
    const proxy = await kept(serveHttpProxy(BASIC))
    const login = { username: 'ann', password: PASSWORD }
    expect((await askProvider(tmdb.api_key)).status).toBe(200)
    expect(proxy.seen).toHaveLength(0)
    await put({ enabled: true, url: proxy.origin, ...login })
    expect((await askProvider(tmdb.api_key)).status).toBe(200)
    expect(proxy.seen).toHaveLength(1)
    await put({ no_proxy: ['127.0.0.1'] })
    expect((await askProvider(tmdb.api_key)).status).toBe(200)
    await put({ no_proxy: [], enabled: false })
    expect((await askProvider(tmdb.api_key)).status).toBe(200)
    expect(proxy.seen).toHaveLength(1)
    await put({ enabled: true, password: 'not right' })
    const refused = await askProvider(tmdb.api_key)
    expect([refused.status, refused.body.code]).toEqual([502, 'upstream_failed'])
  })

  it('0.4: is for admins', async () => {
    const { app } = await start(engine)
    const bob = speak(app, (await signInAs(app, 'bob', 'user')).access_token)
    const answers = [await bob.put({ enabled: false }), await bob.test()]
    expect(answers.map(answer => answer.status)).toEqual([403, 403])
  })
})

describe('trying the outbound proxy (1/I)', () => {
  it('goes through the draft, saves nothing and shows no key', async () => {
    const { tmdb, get, test } = await start('sqlite', { APP_TMDB_API_KEY: 'key-of-the-environment' })
    const proxy = await kept(serveHttpProxy())
    const answer = await test({ url: proxy.origin, no_proxy: ['127.0.0.1'] })
    expect([answer.status, answer.body]).toEqual([200, { ok: true, category: 'ok', elapsed_ms: 0 }])
    expect(proxy.seen).toEqual([`GET ${tmdb.url}/3/authentication`])
    const [entry] = tmdb.journal.requests()
    expect(JSON.stringify([entry?.headers, [...(entry?.query ?? [])]])).not.toContain(
      'key-of-the-environment',
    )
    expect(await get()).toEqual(OFF)
  })

  it('goes through the saved one with its password, also before it is turned on', async () => {
    const { put, test } = await start()
    const proxy = await kept(serveHttpProxy(BASIC))
    await put({ url: proxy.origin, username: 'ann', password: PASSWORD })
    expect((await test()).body).toMatchObject({ ok: true, category: 'ok' })
    expect((await test({ password: '' })).body.ok).toBe(true)
    expect(proxy.seen).toHaveLength(2)
    const wrong = await test({ password: 'not right' })
    expect([wrong.status, wrong.body.ok, wrong.body.category]).toEqual([200, false, 'unauthorized'])
    expect((await test()).body.ok).toBe(true)
  })

  it('goes through SOCKS, and knows when that refuses us', async () => {
    const { tmdb, test } = await start()
    const socks = await kept(serveSocks5({ username: 'ann', password: PASSWORD }))
    const draft = { url: `socks5://127.0.0.1:${socks.port}`, username: 'ann' }
    expect((await test({ ...draft, password: PASSWORD })).body).toMatchObject({ ok: true })
    expect(socks.seen).toEqual([new URL(tmdb.url).host])
    expect((await test({ ...draft, password: 'not right' })).body).toMatchObject({
      ok: false,
      category: 'unauthorized',
    })
  })

  it('tries the way without a proxy when there is none', async () => {
    const { tmdb, test } = await start()
    expect((await test()).body).toMatchObject({ ok: true, category: 'ok' })
    expect(tmdb.journal.requests('GET /3/authentication')).toHaveLength(1)
  })

  it('answers 200 with a category, whatever is wrong', async () => {
    const { test } = await start()
    const portal = await kept(serveHttp((_req, res) => res.end('<h1>hotel</h1>')))
    const away = await kept(
      serveHttp((_req, res) => res.writeHead(302, { location: 'http://x.test/' }).end()),
    )
    const broken = await kept(serveHttp((_req, res) => res.writeHead(503).end()))
    const mute = await kept(serveTcp(socket => socket.destroy()))
    for (const [url, category] of [
      ['nonsense', 'invalid_url'],
      ['ftp://127.0.0.1', 'invalid_url'],
      [`http://127.0.0.1:${await freePort()}`, 'unreachable'],
      [`socks5://127.0.0.1:${await freePort()}`, 'unreachable'],
      [mute.origin, 'unreachable'],
      [mute.origin.replace('http', 'https'), 'unreachable'],
      [portal.origin.replace('http', 'https'), 'tls'],
      [portal.origin, 'upstream_error'],
      [broken.origin, 'upstream_error'],
      [away.origin, 'redirected'],
    ] as const) {
      const { status, body } = await test({ url })
      expect([url, status, body]).toEqual([
        url,
        200,
        { ok: false, category, elapsed_ms: 0, error: expect.stringMatching(/^[A-Z].*\.$/) },
      ])
      expect(body.error).not.toMatch(/127\.0\.0\.1|TMDB/)
    }
    expect((await test({ url: 7 })).status).toBe(400)
  })

  it('gives up on a proxy that hangs, and says how long it waited', async () => {
    const { app, test } = await start()
    const arrived = Promise.withResolvers<void>()
    const hung = await kept(serveHttp(() => arrived.resolve()))
    const answer = test({ url: hung.origin })
    await arrived.promise
    app.clock.advance(10_000)
    expect((await answer).body).toMatchObject({ ok: false, category: 'timeout', elapsed_ms: 10_000 })
  })

  it('leaves no connection at a proxy that swallows CONNECT', async () => {
    const app = await startApp({ env: { APP_TMDB_URL: 'https://provider.test/3' } })
    const { test } = speak(app, (await app.setUp()).access_token)
    const arrived = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const swallower = await kept(
      serveTcp(socket => {
        socket.once('close', () => left.resolve())
        arrived.resolve()
      }),
    )
    const answer = test({ url: swallower.origin })
    await arrived.promise
    app.clock.advance(10_000)
    expect((await answer).body).toMatchObject({ ok: false, category: 'timeout' })
    await left.promise
  })
})

describe('the proxy in force', () => {
  it('is there again after a restart', async () => {
    const tmdb = await startTmdb()
    const proxy = await kept(serveHttpProxy())
    const env = { APP_TMDB_URL: `${tmdb.url}/3`, APP_DATA_DIR: temporaryFolder() }
    const config = readConfig(env)
    const first = await compose(config, { clock: createTestClock(), log: createTestLog() })
    await first.start()
    await first.settings.lock(tx =>
      first.settings.update(tx, outboundProxy, { enabled: true, url: proxy.origin }),
    )
    await first.close()
    const second = await startApp({ env })
    const { access_token } = await second.setUp()
    expect((await speak(second, access_token).askProvider(tmdb.api_key)).status).toBe(200)
    expect(proxy.seen).toHaveLength(1)
  })

  it('lets no call out while it cannot be read: without it would be a guess', async () => {
    const { app, tmdb, askProvider } = await start()
    await spoilSetting(app, 'outbound_proxy', '{"enabled":"maybe"}')
    const told = Promise.withResolvers<void>()
    app.broadcast.on('outbound_proxy', () => told.resolve())
    await app.broadcast.send(null, { kind: 'outbound_proxy' })
    await told.promise
    expect((await askProvider(tmdb.api_key)).status).toBe(502)
    expect(tmdb.journal.requests()).toHaveLength(0)
    await spoilSetting(app, 'outbound_proxy', null)
    await askProvider(tmdb.api_key)
    expect((await askProvider(tmdb.api_key)).status).toBe(200)
  })
})
