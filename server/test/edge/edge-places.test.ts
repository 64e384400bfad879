import { describe, expect, it } from 'vitest'
import { PASSWORD, startApp, type TestApp } from '#test/app.ts'
import { edgeRoutes } from '#test/edge-routes.ts'

/** `APP_TRUSTED_PROXIES` and base paths: where a request comes from and where the server lives. */
function startEdge(env: Record<string, string>): Promise<TestApp> {
  return startApp({ env, overrides: { extra: edgeRoutes() } })
}

async function where(app: TestApp, from: string, headers: Record<string, string>) {
  return (await app.call('GET', '/api/test/where', { from, headers: { host: 'foyer.lan:5454', ...headers } }))
    .body
}

describe('trusted proxies (R10, 0.5)', () => {
  const forwarded = {
    'x-forwarded-for': '203.0.113.9',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'media.example.org',
  }

  it('ignores forwarded headers when no proxy is trusted', async () => {
    const app = await startEdge({})
    expect(await where(app, '10.0.0.1', forwarded)).toEqual({
      ip: '10.0.0.1',
      origin: 'http://foyer.lan:5454',
    })
  })

  it('ignores them from a peer that is not trusted', async () => {
    const app = await startEdge({ APP_TRUSTED_PROXIES: '10.0.0.0/8' })
    expect(await where(app, '192.0.2.66', forwarded)).toEqual({
      ip: '192.0.2.66',
      origin: 'http://foyer.lan:5454',
    })
  })

  it('counts for, proto and host from a trusted peer', async () => {
    const app = await startEdge({ APP_TRUSTED_PROXIES: '10.0.0.0/8' })
    expect(await where(app, '10.1.2.3', forwarded)).toEqual({
      ip: '203.0.113.9',
      origin: 'https://media.example.org',
    })
  })

  it.each([
    ['the right-most untrusted entry', '1.1.1.1, 203.0.113.9, 10.9.9.9', '203.0.113.9'],
    ['never what the client wrote before it', '127.0.0.1, 8.8.8.8, 203.0.113.9', '203.0.113.9'],
    ['the left-most when all are trusted', '10.0.0.7, 10.0.0.8', '10.0.0.7'],
  ])('takes %s', async (_what, chain, ip) => {
    const app = await startEdge({ APP_TRUSTED_PROXIES: '10.0.0.0/8' })
    expect((await where(app, '10.1.2.3', { 'x-forwarded-for': chain })).ip).toBe(ip)
  })

  it.each([
    ['an IPv4-mapped peer', '10.0.0.0/8', '::ffff:10.1.2.3'],
    ['a single address', '192.0.2.5', '192.0.2.5'],
    ['an IPv6 range', 'fd00::/8', 'fd12::1'],
    ['everybody on IPv4', '0.0.0.0/0', '198.51.100.1'],
    ['everybody on IPv6', '::/0', '2001:db8::1'],
    ['the second entry of a list', '127.0.0.1, 172.16.0.0/12', '172.20.0.1'],
  ])('trusts %s', async (_what, trusted, peer) => {
    const app = await startEdge({ APP_TRUSTED_PROXIES: trusted })
    expect((await where(app, peer, forwarded)).origin).toBe('https://media.example.org')
  })

  it('counts attempts by the forwarded address, and not by one that was made up', async () => {
    const app = await startEdge({ APP_TRUSTED_PROXIES: '10.0.0.0/8' })
    const attempt = (from: string, chain: string) =>
      app.call('POST', '/api/auth/login', { from, headers: { 'x-forwarded-for': chain } })
    for (let i = 0; i < 10; i += 1) {
      expect((await attempt('10.0.0.1', `192.0.2.${i}, 203.0.113.9`)).status).toBe(400)
    }
    expect((await attempt('10.0.0.1', '203.0.113.9')).status).toBe(429)
    expect((await attempt('10.0.0.1', '203.0.113.10')).status).toBe(400)
    for (let i = 0; i < 10; i += 1) {
      expect((await attempt('198.51.100.1', `192.0.2.${i}`)).status).toBe(400)
    }
    expect((await attempt('198.51.100.1', '192.0.2.99')).status).toBe(429)
  })

  it('does not let a proxy that adds ports make each attempt a new address', async () => {
    const app = await startEdge({ APP_TRUSTED_PROXIES: '10.0.0.0/8' })
    const attempt = (port: number) =>
      app.call('POST', '/api/auth/login', {
        from: '10.0.0.1',
        headers: { 'x-forwarded-for': `203.0.113.9:${port}` },
      })
    for (let i = 0; i < 10; i += 1) await attempt(40_000 + i)
    expect((await attempt(50_000)).status).toBe(429)
  })

  it('marks the image cookie Secure behind a proxy that speaks https (R14)', async () => {
    const app = await startEdge({ APP_TRUSTED_PROXIES: '10.0.0.0/8' })
    const answer = await app.call('POST', '/api/auth/setup', {
      body: { username: 'ana', password: PASSWORD },
      from: '10.0.0.1',
      headers: forwarded,
    })
    expect(String(answer.headers['set-cookie'])).toMatch(/; Secure$/)
  })
})

describe('base path (E)', () => {
  const env = { APP_BASE_PATH: '/foyer' }

  it('serves the API below it, and the cookie only there', async () => {
    const app = await startEdge(env)
    const { access_token } = await app.setUp()
    expect((await app.call('GET', '/api/auth/me', { token: access_token })).status).toBe(200)
    const login = await app.call('POST', '/api/auth/login', { body: { username: 'ana', password: PASSWORD } })
    expect(String(login.headers['set-cookie'])).toContain('; Path=/foyer/api;')
    expect((await app.call('GET', '/ping')).raw.toString()).toBe('pong')
    expect((await app.call('GET', '/api/test/search?q=x')).body).toEqual({ q: 'x' })
  })

  it.each([
    ['/api/auth/status'],
    ['/ping'],
    ['/'],
    ['/foyerx/api/auth/status'],
    ['/FOYER/ping'],
    ['/foyer/foyer/ping'],
    ['/.outside'],
    ['/?x=/foyer/'],
  ])('answers 404 to %s outside of it', async path => {
    const app = await startEdge(env)
    const answer = await app.http.inject({ method: 'GET', url: path })
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('keeps 405 and 404 apart below it', async () => {
    const app = await startEdge(env)
    expect((await app.call('POST', '/api/auth/status')).status).toBe(405)
    expect((await app.call('GET', '/api/nothing')).status).toBe(404)
  })
})
