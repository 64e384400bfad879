import { readFileSync, writeFileSync } from 'node:fs'
import { request, type RequestOptions } from 'node:https'
import { request as requestPlain } from 'node:http'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { DEFAULT_BODY_LIMIT } from '@foyer/contract/route'
import { describe, expect, it } from 'vitest'
import { startApache } from '#test/apache.ts'
import { startApp } from '#test/app.ts'
import { startCaddy } from '#test/caddy.ts'
import { createLoopbackCertificate } from '#test/certificate.ts'
import { edgeRoutes } from '#test/edge-routes.ts'
import { shareAmongTests, temporaryFolder } from '#test/engines.ts'
import { INSTALLED, neededAndMissing, notInstalled, sentenceOfMissing } from '#test/installed-proxies.ts'
import { freePort } from '#test/loopback-servers.ts'
import { startNginx, startNginxSimulator } from '#test/nginx.ts'
import type { ProxyPlace } from '#test/proxy-program.ts'
import { listen } from '#test/sockets.ts'
import { openSocket, openSse } from '#test/streams.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')
const GUIDE = 'docs/reverse-proxy.md'
const guide = read(GUIDE)
const linesFor = (language: string) =>
  new RegExp(`\`\`\`${language}\\n(.+?)\`\`\``, 's').exec(guide)?.[1] ?? ''
const NGINX_LINES = linesFor('nginx')
const CADDY_LINES = linesFor('caddyfile')
const APACHE_LINES = linesFor('apache')
const [, apacheModules = ''] = /with its modules (.+?) \(Debian/.exec(guide) ?? []
const APACHE_MODULES = Array.from(apacheModules.matchAll(/`(\w+)`/g), ([, name = '']) => name)
const REPLICAS = read('deploy/postgresql/nginx.conf')

/** Changes the lines as the guide's table says for a path of its own. */
function inPlace(proxy: string): (lines: string) => string {
  const row = new RegExp(`^\\| ${proxy} \\| \`(.+?)\` \\| \`(.+?)\``, 'm').exec(guide)
  const [, from = '', to = ''] = row ?? []
  return lines => {
    expect(lines.split(from)).toHaveLength(2)
    return lines.replace(from, to)
  }
}

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

/** Ports and a certificate of its own for the proxy of one test, and how visitors reach it. */
async function placeProxy(foyer: number, secured: boolean) {
  const certificate = createLoopbackCertificate()
  const folder = temporaryFolder()
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(cert, certificate.cert)
  writeFileSync(key, certificate.key)
  const [secure, plain] = [await freePort(), await freePort()]
  const origin = secured ? `https://127.0.0.1:${secure}` : `http://127.0.0.1:${plain}`
  return {
    place: { secure, plain, foyer, cert, key },
    visited: { origin, plain: `http://127.0.0.1:${plain}`, ca: certificate.cert },
  }
}

const TO_HTTPS = {
  who: 'visitors by http',
  secure: false,
  path: '/a?b=c',
  to: 'https://media.example.org/a?b=c',
}
/** nginx adds the slash by itself; what the others pass on without it, Foyer answers. */
const TO_SLASH = {
  who: 'visitors who left out the last slash',
  secure: true,
  path: '/foyer',
  to: 'https://media.example.org/foyer/',
}

interface Case {
  proxy: string
  from: string
  base_path: string
  secured: boolean
  redirects: (typeof TO_HTTPS)[]
  start: (place: ProxyPlace) => Promise<void>
}

const page = (proxy: string) => ({ proxy, from: GUIDE, base_path: '', secured: true, redirects: [TO_HTTPS] })
const pagePath = (proxy: string) => ({ ...page(proxy), from: `${GUIDE}, under a path`, base_path: '/foyer' })

function nginxCases(proxy: string, start: (lines: string, place: ProxyPlace) => Promise<void>): Case[] {
  const underPath = inPlace('nginx')
  return [
    { ...page(proxy), start: place => start(NGINX_LINES, place) },
    {
      ...pagePath(proxy),
      redirects: [TO_HTTPS, TO_SLASH],
      start: place => start(underPath(NGINX_LINES), place),
    },
    {
      ...page(proxy),
      from: 'deploy/postgresql/nginx.conf',
      secured: false,
      redirects: [],
      start: place => start(REPLICAS, place),
    },
  ]
}

const CASES: Case[] = [
  ...nginxCases('a simulated nginx', startNginxSimulator),
  ...(INSTALLED.nginx ? nginxCases('nginx', startNginx) : []),
  ...(INSTALLED.caddy
    ? [
        { ...page('Caddy'), start: (place: ProxyPlace) => startCaddy(CADDY_LINES, place) },
        {
          ...pagePath('Caddy'),
          start: (place: ProxyPlace) => startCaddy(inPlace('Caddy')(CADDY_LINES), place),
        },
      ]
    : []),
  ...(INSTALLED.apache
    ? [
        {
          ...page('Apache'),
          start: (place: ProxyPlace) => startApache(APACHE_LINES, APACHE_MODULES, place),
        },
        {
          ...pagePath('Apache'),
          start: (place: ProxyPlace) => startApache(inPlace('Apache')(APACHE_LINES), APACHE_MODULES, place),
        },
      ]
    : []),
]

describe('the proxies that are installed here', () => {
  it('are all that FOYER_NEEDS_PROXIES asks for; the run names the others', () => {
    const sentence = sentenceOfMissing(notInstalled())
    if (sentence !== null) process.stderr.write(`${sentence}\n`)
    const missed = neededAndMissing(process.env['FOYER_NEEDS_PROXIES'])
    expect(missed, 'FOYER_NEEDS_PROXIES asks for these, and they are not installed').toEqual([])
    const met = new Set(CASES.map(({ proxy }) => proxy.toLowerCase()))
    expect(Object.keys(INSTALLED).filter(name => !met.has(name))).toEqual(notInstalled())
  })

  it.each([
    [undefined, []],
    ['', []],
    ['nginx', []],
    ['caddy', ['caddy']],
    ['nginx, apache', ['apache']],
    ['1', ['caddy', 'apache']],
    ['ngnix', ['ngnix']],
  ])('where there is only nginx, and FOYER_NEEDS_PROXIES is %o: %o are missed', (asked, missed) => {
    const here = { nginx: '/usr/sbin/nginx', caddy: undefined, apache: undefined }
    expect(neededAndMissing(asked, here)).toEqual(missed)
    expect(sentenceOfMissing(notInstalled(here))).toContain('not run: caddy, apache.')
  })

  it('need no word when all are there', () => {
    expect(sentenceOfMissing(notInstalled({ nginx: '/usr/sbin/nginx' }))).toBe(null)
  })
})

describe.each(CASES)('behind $proxy with $from', ({ base_path, secured, redirects, start }) => {
  const shared = shareAmongTests(async () => {
    const env = { APP_TRUSTED_PROXIES: '127.0.0.1', ...(base_path && { APP_BASE_PATH: base_path }) }
    const app = await startApp({ env, overrides: { extra: edgeRoutes() } })
    const { access_token } = await app.setUp()
    const { place, visited } = await placeProxy(await listen(app), secured)
    await start(place)
    return { app, token: access_token, ...visited, url: visited.origin + base_path }
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
    // Caddy keeps the method: 308.
    expect([301, 308]).toContain(answer.status)
    expect(`${protocol}//${hostname}${pathname}${search}`).toBe(to)
  })

  it('is nowhere but there', async () => {
    const { origin, ca } = shared()
    // Elsewhere is 404 of Foyer or of the proxy, or an empty page of Caddy's.
    const answered = await Promise.all(
      ['/api/test/where', '/foyer/api/test/where'].map(
        async path => (await ask(origin + path, { ca })).body.ip !== undefined,
      ),
    )
    expect(answered).toEqual(base_path ? [false, true] : [true, false])
  })
})
