import { readFileSync, writeFileSync } from 'node:fs'
import { request, type RequestOptions } from 'node:https'
import { request as requestPlain } from 'node:http'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { DEFAULT_BODY_LIMIT } from '@foyer/contract/route'
import { describe, expect, it } from 'vitest'
import { startApp } from '#test/app.ts'
import { createLoopbackCertificate } from '#test/certificate.ts'
import { edgeRoutes } from '#test/edge-routes.ts'
import { shareAmongTests, temporaryFolder } from '#test/engines.ts'
import { freePort } from '#test/loopback-servers.ts'
import { NGINXES, startNginx } from '#test/nginx.ts'
import { listen } from '#test/sockets.ts'
import { openSocket, openSse } from '#test/streams.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
const GUIDE = /```nginx\n(.+?)```/s.exec(read('docs/reverse-proxy.md'))?.[1] ?? ''
const REPLICAS = read('deploy/postgresql/nginx.conf')

/** Loopback has more than one address: the visitor's is not the proxy's. */
const VISITOR = '127.0.0.2'

async function ask(url: string, { body, ...options }: RequestOptions & { body?: Buffer } = {}) {
  const send = url.startsWith('https:') ? request : requestPlain
  const asked = send(url, { agent: false, servername: '', ...options }).end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const text = Buffer.concat((await answer.toArray()) as Buffer[]).toString()
  const isJson = answer.headers['content-type']?.startsWith('application/json')
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
}

/** The lines as they are written, with ports, certificate and address of Foyer of this test. */
async function adapt(lines: string, foyer: number) {
  const certificate = createLoopbackCertificate()
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'cert.pem'), certificate.cert)
  writeFileSync(join(folder, 'key.pem'), certificate.key)
  const [secure, plain] = [await freePort(), await freePort()]
  const isSecure = lines.includes('listen 443 ssl;')
  const configuration = lines
    .replace('listen 443 ssl;', `listen 127.0.0.1:${secure} ssl;`)
    .replace(/listen (80|8080);/, `listen 127.0.0.1:${plain};`)
    .replaceAll(/(127\.0\.0\.1|foyer-\d):5454/g, `127.0.0.1:${foyer}`)
    .replace(/(ssl_certificate ).*;/, `$1${folder}/cert.pem;`)
    .replace(/(ssl_certificate_key ).*;/, `$1${folder}/key.pem;`)
  const origin = isSecure ? `https://127.0.0.1:${secure}` : `http://127.0.0.1:${plain}`
  return { configuration, origin, plain: `http://127.0.0.1:${plain}`, ca: certificate.cert }
}

const TO_HTTPS = {
  who: 'visitors by http',
  secure: false,
  path: '/a?b=c',
  to: 'https://media.example.org/a?b=c',
}
/** nginx adds the slash by itself. */
const TO_SLASH = {
  who: 'visitors who left out the last slash',
  secure: true,
  path: '/foyer',
  to: 'https://media.example.org/foyer/',
}

const CASES = NGINXES.flatMap(kind => [
  { kind, from: 'docs/reverse-proxy.md', lines: GUIDE, base_path: '', redirects: [TO_HTTPS] },
  {
    kind,
    from: 'docs/reverse-proxy.md, under a path',
    lines: GUIDE.replace('location / {', 'location /foyer/ {'),
    base_path: '/foyer',
    redirects: [TO_HTTPS, TO_SLASH],
  },
  { kind, from: 'deploy/postgresql/nginx.conf', lines: REPLICAS, base_path: '', redirects: [] },
])

describe.each(CASES)('behind a $kind nginx with $from', ({ kind, lines, base_path, redirects }) => {
  const shared = shareAmongTests(async () => {
    const env = { APP_TRUSTED_PROXIES: '127.0.0.1', ...(base_path && { APP_BASE_PATH: base_path }) }
    const app = await startApp({ env, overrides: { extra: edgeRoutes() } })
    const { access_token } = await app.setUp()
    const { configuration, ...proxy } = await adapt(lines, await listen(app))
    await startNginx(kind, configuration)
    return { app, token: access_token, ...proxy, url: proxy.origin + base_path }
  })

  it('is the address that the visitor used, with its port, and knows who visits', async () => {
    const { url, origin, ca } = shared()
    const { body } = await ask(`${url}/api/test/where`, { ca, localAddress: VISITOR })
    expect(body).toEqual({ ip: VISITOR, origin })
    const headers = { host: 'media.example.org' }
    const named = await ask(`${url}/api/test/where`, { ca, headers, localAddress: VISITOR })
    expect(named.body.origin).toBe(`${new URL(origin).protocol}//media.example.org`)
    // As a proxy with the certificate says, where this one has none.
    const outer = { ...headers, 'x-forwarded-proto': 'https' }
    const secured = await ask(`${url}/api/test/where`, { ca, headers: outer, localAddress: VISITOR })
    expect(secured.body.origin).toBe('https://media.example.org')
  })

  it('believes no visitor who claims to be another, or elsewhere', async () => {
    const { url, origin, ca } = shared()
    const headers = {
      'x-forwarded-for': '198.51.100.7',
      'x-forwarded-host': 'evil.example.org',
      'x-forwarded-proto': 'gopher',
    }
    const { body } = await ask(`${url}/api/test/where`, { ca, headers, localAddress: VISITOR })
    expect(body).toEqual({ ip: VISITOR, origin })
  })

  it.each([
    ['WebSocket', openSocket],
    ['a stream of events', openSse],
  ] as const)('hears by %s what happens, when it happens', async (_what, open) => {
    const { app, url, token, ca } = shared()
    const listener = await open(url, token, { ca })
    await app.events.publish(null, { type: 'happened', data: {} }, { to: 'everyone' })
    expect(await listener.received('happened')).toEqual({ type: 'happened', data: {} })
    listener.leave()
    await listener.closed
  })

  it('signs in, and marks the cookie for this address only', async () => {
    const { url, origin, ca } = shared()
    const body = Buffer.from(JSON.stringify({ username: 'ana', password: 'wrong, and long enough' }))
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const refused = await ask(`${url}/api/auth/login`, { ca, method: 'POST', headers, body })
    expect([refused.status, refused.body.code]).toEqual([401, 'invalid_credentials'])
    const right = Buffer.from(JSON.stringify({ username: 'ana', password: 'correct horse' }))
    const sized = { ...headers, 'content-length': right.length }
    const login = await ask(`${url}/api/auth/login`, { ca, method: 'POST', headers: sized, body: right })
    const cookie = String(login.headers['set-cookie'])
    expect(cookie).toContain(`Path=${base_path}/`)
    expect(cookie.endsWith('; Secure')).toBe(origin.startsWith('https:'))
  })

  it('takes as much as Foyer takes, and passes addresses on as they are', async () => {
    const { url, ca } = shared()
    const body = Buffer.from(JSON.stringify({ name: 'large' }).padEnd(DEFAULT_BODY_LIMIT, ' '))
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const large = await ask(`${url}/api/test/echo`, { ca, method: 'POST', headers, body })
    expect([large.status, large.body]).toEqual([200, { name: 'large' }])
    const file = await ask(`${url}/api/test/things/7/files/a%20b/c%2Fd?e=f`, { ca })
    expect(file.body).toEqual({ path: 'a b/c/d' })
  })

  it.each(redirects)('sends $who to $to', async ({ secure, path, to }) => {
    const { origin, plain, ca } = shared()
    const headers = { host: 'media.example.org' }
    const answer = await ask((secure ? origin : plain) + path, { ca, headers })
    const { protocol, hostname, pathname, search } = new URL(
      answer.headers.location ?? '',
      'https://media.example.org',
    )
    expect([answer.status, `${protocol}//${hostname}${pathname}${search}`]).toEqual([301, to])
  })

  it('is nowhere but there', async () => {
    const { origin, ca } = shared()
    const statuses = await Promise.all(
      ['/api/test/where', '/foyer/api/test/where'].map(
        async path => (await ask(origin + path, { ca })).status,
      ),
    )
    expect(statuses).toEqual(base_path ? [404, 200] : [200, 404])
  })
})
