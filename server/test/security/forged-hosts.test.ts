import { mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { hasValidHost } from '#http/forwarded.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { edgeRoutes } from '#test/edge-routes.ts'
import { shareAmongTests, temporaryFolder } from '#test/engines.ts'
import { listen, rawExchange } from '#test/sockets.ts'
import { openSocket } from '#test/streams.ts'

/**
 * Defends links, cookies, the content security policy and the limits by address against a `Host` or `X-Forwarded-*`
 * header that is not what it claims to be (R10, 0.5): this layer passes on only a syntactically valid host, `http` or
 * `https`, and addresses, and accepts forwarded headers only from a trusted proxy.
 */
const PROXY = '10.0.0.1'
const TRUSTED = { APP_TRUSTED_PROXIES: '10.0.0.0/8' }

const start = (env: Record<string, string> = {}) => startApp({ env, overrides: { extra: edgeRoutes() } })

async function where(app: TestApp, headers: Record<string, string>, from = PROXY) {
  const answer = await app.call('GET', '/api/test/where', {
    from,
    headers: { host: 'foyer.lan', ...headers },
  })
  return answer.body
}

const FORGED = [
  'evil.example/path',
  'user@evil.example',
  'evil.example:80:90',
  'evil.example:0',
  'evil.example:65536',
  'evil.example:port',
  'evil.example?x=1',
  'evil.example#x',
  'evil example',
  'evil.example"onload="x',
  '<script>',
  "foyer.lan; script-src 'unsafe-inline'",
  'foyer.lan, evil.example',
  '[::1',
  '[::1]evil',
  '[not-an-address]',
  '999.1.1.1',
  '.evil.example',
  '-evil.example',
  'evil..example',
  'a'.repeat(254),
  'ev%69l.example',
  'évil.example',
]

const VALID = [
  'foyer.lan',
  'foyer.lan:5454',
  'localhost',
  'FOYER.example.org',
  'media_box.local',
  '192.0.2.7:8080',
  '[2001:db8::1]',
  '[::1]:5454',
  'xn--fyer-5qa.example',
  'example.org.',
]

describe('the Host header', () => {
  const shared = shareAmongTests(() => start())

  it.each(FORGED)('%j is refused with 400 and our JSON body', async host => {
    const answer = await shared().call('GET', '/api/test/where', { headers: { host } })
    expect([answer.status, answer.body]).toEqual([400, { error: expect.any(String), code: 'validation' }])
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-type': 'application/json; charset=utf-8',
    })
  })

  it.each(VALID)('%j is used unchanged', async host => {
    const { body } = await shared().call('GET', '/api/test/where', { headers: { host } })
    expect(body.origin).toBe(`http://${host}`)
  })

  it('is not cached when it is longer than any host can be', () => {
    const kept = vi.spyOn(Map.prototype, 'set')
    const place = (host: string) => ({ headers: { host }, rawHeaders: [], httpVersionMinor: 1 })
    const lengths = () => kept.mock.calls.map(([key]) => String(key).length)
    try {
      for (let i = 0; i < 20; i += 1) {
        const host = 'x'.repeat(16_000) + i
        expect(hasValidHost(place(host) as unknown as IncomingMessage)).toBe(false)
      }
      expect(Math.max(0, ...lengths())).toBeLessThan(300)
      const longest = `${'x'.repeat(253)}:65535`
      expect(hasValidHost(place(longest) as unknown as IncomingMessage)).toBe(true)
    } finally {
      kept.mockRestore()
    }
  })

  it('is required exactly once with HTTP/1.1, on every path including the fast path and the WebSocket', async () => {
    const app = await start()
    const port = await listen(app)
    const send = (...lines: string[]) =>
      rawExchange(port, `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`)
    const status = (answer: string) => Number(answer.split(' ')[1])
    // Twice, so that the second one would take the fast path.
    for (let i = 0; i < 2; i += 1) {
      const fast = 'GET /api/openapi.json HTTP/1.1'
      expect(status(await send(fast, 'Host: x'))).toBe(200)
      expect(status(await send(fast, 'Host: x/y'))).toBe(400)
      expect(status(await send(fast))).toBe(400)
      expect(status(await send(fast, 'Host: x', 'Host: y'))).toBe(400)
    }
    expect(status(await send('GET /ping HTTP/1.1', 'Host: x@y'))).toBe(400)
    const none = await send('GET /ping HTTP/1.1')
    expect(JSON.parse(none.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'validation' })
    // HTTP/1.0 has no Host header; the health checks of some load balancers still use it.
    expect(status(await send('GET /ping HTTP/1.0'))).toBe(200)
    const upgrade = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x']
    const socket = await rawExchange(
      port,
      `${['GET /api/ws HTTP/1.1', 'Host: x/y', 'Connection: Upgrade', ...upgrade].join('\r\n')}\r\n\r\n`,
    )
    expect(status(socket)).toBe(400)
    expect(JSON.parse(socket.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'validation' })
    const { access_token } = await app.setUp()
    await openSocket(`http://127.0.0.1:${port}`, access_token)
  })

  it('is, for HTTP/1.0 without one, the address that was called', async () => {
    const app = await start()
    const port = await listen(app)
    const answer = await rawExchange(port, 'GET /api/test/where HTTP/1.0\r\n\r\n')
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      origin: `http://127.0.0.1:${port}`,
    })
  })
})

describe('forwarded headers of a trusted proxy', () => {
  const shared = shareAmongTests(() => start(TRUSTED))

  it.each(FORGED.filter(host => host !== 'foyer.lan, evil.example'))(
    'a forwarded host %j reaches no link',
    async host => {
      expect((await where(shared(), { 'x-forwarded-host': host })).origin).toBe('http://foyer.lan')
    },
  )

  it('in a list of hosts or schemes, the entry of the nearest proxy counts', async () => {
    const headers = { 'x-forwarded-host': 'evil.example, media.example', 'x-forwarded-proto': 'http, https' }
    expect((await where(shared(), headers)).origin).toBe('https://media.example')
  })

  it.each(['javascript', 'ftp', 'https://evil.example', 'wss', 'http:', 'data', ' '])(
    'a forwarded scheme %j is not taken',
    async scheme => {
      expect((await where(shared(), { 'x-forwarded-proto': scheme })).origin).toBe('http://foyer.lan')
    },
  )

  it('a scheme in capital letters is accepted', async () => {
    expect((await where(shared(), { 'x-forwarded-proto': 'HTTPS' })).origin).toBe('https://foyer.lan')
  })

  it('a connect link names a valid host only', async () => {
    const app = await start(TRUSTED)
    const { access_token } = await app.setUp()
    const link = async (headers: Record<string, string>) => {
      const answer = await app.call('POST', '/api/admin/connect-token', {
        token: access_token,
        from: PROXY,
        body: { name: 'bob' },
        headers: { host: 'foyer.lan', ...headers },
      })
      return new URL(answer.body.link).origin
    }
    expect(await link({ 'x-forwarded-host': 'media.example' })).toBe('http://media.example')
    expect(await link({ 'x-forwarded-host': 'evil.example/@x' })).toBe('http://foyer.lan')
    expect(await link({ 'x-forwarded-proto': 'javascript' })).toBe('http://foyer.lan')
  })
})

describe('X-Forwarded-For', () => {
  const attempt = (app: TestApp, chain: string) =>
    app.call('POST', '/api/auth/login', { from: PROXY, headers: { 'x-forwarded-for': chain } })

  it.each([
    ['garbage', (i: number) => `garbage${i}`],
    ['garbage before a trusted hop', (i: number) => `garbage${i}, 10.0.0.9`],
    ['a number out of range', (i: number) => `999.0.0.${i}`],
    ['a name', (i: number) => `client${i}.example`],
    ['an address with something behind it', (i: number) => `203.0.113.${i}<`],
    ['an address that garbage stands behind', (i: number) => `203.0.113.${i}, x${i}`],
    ['RFC 7239 words', (i: number) => `for=203.0.113.${i}`],
    ['an empty entry', (i: number) => `203.0.113.${i}, `],
    ['a zone of its own', (i: number) => `fe80::1%eth${i}`],
  ])('%s opens no fresh limit', async (_what, chain) => {
    const app = await start(TRUSTED)
    for (let i = 0; i < 10; i += 1) expect((await attempt(app, chain(i))).status).toBe(400)
    expect((await attempt(app, chain(10))).status).toBe(429)
  })

  it('an IPv4 address has a single limit, however it is written; another address has its own', async () => {
    const app = await start(TRUSTED)
    const forms = ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109', '0:0:0:0:0:ffff:cb00:7109']
    for (let i = 0; i < 10; i += 1) await attempt(app, forms[i % forms.length] ?? '')
    for (const form of forms) expect((await attempt(app, form)).status).toBe(429)
    expect((await attempt(app, '::ffff:cb00:710a')).status).toBe(400)
  })

  it('counts by the last entry that is an address', async () => {
    const app = await start(TRUSTED)
    const ip = async (chain: string) => (await where(app, { 'x-forwarded-for': chain })).ip
    expect(await ip('garbage')).toBe(PROXY)
    expect(await ip('garbage, 10.0.0.9')).toBe('10.0.0.9')
    expect(await ip('1.1.1.1, garbage, 203.0.113.9')).toBe('203.0.113.9')
    expect(await ip('[2001:db8::7]:4711')).toBe('2001:db8::7')
    expect(await ip('203.0.113.9:4711')).toBe('203.0.113.9')
  })
})

describe('the content security policy (C33)', () => {
  async function policy(headers: Record<string, string>, from = PROXY) {
    const web_folder = temporaryFolder()
    mkdirSync(web_folder, { recursive: true })
    writeFileSync(join(web_folder, 'index.html'), '<!doctype html><title>Foyer</title>')
    const app = await startApp({ env: TRUSTED, overrides: { web_folder } })
    const answer = await app.call('GET', '/', { from, headers: { host: 'foyer.lan:5454', ...headers } })
    return String(answer.headers['content-security-policy'])
  }
  const connect = (text: string) => /connect-src ([^;]*)/.exec(text)?.[1]

  it('lets the page connect to its own origin only, its WebSocket included', async () => {
    expect(connect(await policy({}))).toBe("'self' ws://foyer.lan:5454")
    const forwarded = { 'x-forwarded-host': 'media.example', 'x-forwarded-proto': 'https' }
    expect(connect(await policy(forwarded))).toBe("'self' wss://media.example")
    expect(connect(await policy(forwarded, '192.0.2.1'))).toBe("'self' ws://foyer.lan:5454")
  })

  it('cannot be extended by a forged host', async () => {
    const text = await policy({ 'x-forwarded-host': "x; script-src 'unsafe-inline'" })
    expect(text).not.toContain('unsafe-inline;')
    expect(connect(text)).toBe("'self' ws://foyer.lan:5454")
  })
})
