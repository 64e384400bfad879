import { randomBytes } from 'node:crypto'
import { allRoutes } from '@foyer/contract'
import type { RouteDefinition } from '@foyer/contract/route'
import { describe, expect, it } from 'vitest'
import { compose } from '#compose/index.ts'
import { readConfig } from '#config'
import { createTestClock } from '#test/test-clock.ts'
import type { LogLevel } from '#kit/log.ts'
import { createTestLog, type TestLog } from '#test/test-log.ts'
import { StartupRefusal } from '#kit/startup-refusal.ts'
import { type CallOptions, PASSWORD, startApp, type TestAnswer, type TestApp } from '#test/app.ts'
import { edgeRoutes } from '#test/edge-routes.ts'
import { freshPostgresUrl, temporaryFolder } from '#test/engines.ts'
import { dropDatabase } from '#test/storage-failure.ts'

const WRONG_PASSWORD = 'hunter2-but-not-quite'
const KEY = randomBytes(32)
const TYPED = { 'content-type': 'application/json' }

const FRAME = /\bat .{0,200}(\.[cm]?[jt]s|node:[\w/]+):\d+|node:internal/
const ABSOLUTE_PATH = /(^|[\s"'(=])\/(work|home|root|tmp|usr|srv|var|etc|private|opt)\//
const HOST = /127\.0\.0\.1|localhost|db\.internal|\b::1\b/
const SQL =
  /\b(select|insert into|update|delete from)\b.+\b(from|values|set|where)\b|password_hash|refresh_hash/i

/** What somebody who wants to see our inside would send. */
const NASTY: readonly CallOptions[] = [
  { body: '{"username":', headers: TYPED },
  { body: `{"username":"ana","password":"${WRONG_PASSWORD}`, headers: TYPED },
  { body: `["${WRONG_PASSWORD}"]`, headers: TYPED },
  { body: { username: { $ne: null }, password: [WRONG_PASSWORD], refresh_token: 7, name: null } },
  { body: { username: "'; drop table users; --", password: WRONG_PASSWORD, refresh_token: WRONG_PASSWORD } },
  { body: { username: 'ana', password: WRONG_PASSWORD, name: WRONG_PASSWORD } },
  { body: `password=${WRONG_PASSWORD}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { body: 'x'.repeat(1024 * 1024 + 1), headers: TYPED },
  { headers: { 'accept-encoding': 'nonsense', 'x-forwarded-for': '../../etc/passwd', cookie: 'a=b' } },
]
const NASTY_IDS = ['1', '%00', '..%2f..%2fetc%2fpasswd', "'%3Bdrop%20table%20users--", '%E0%A4%A']

interface LoggedServer {
  app: TestApp
  answers: TestAnswer[]
  secrets: string[]
  token: string
}

async function startServer(level: LogLevel, url: string): Promise<LoggedServer> {
  const log = createTestLog({ level })
  const env = { APP_DATABASE_URL: url, APP_ENCRYPTION_KEY: KEY.toString('base64') }
  const app = { ...(await startApp({ env, overrides: { log, extra: edgeRoutes() } })), log }
  const setup = await app.call('POST', '/api/auth/setup', { body: { username: 'ana', password: PASSWORD } })
  const { access_token, refresh_token } = setup.body
  const image = /foyer_images=([^;]+)/.exec(String(setup.headers['set-cookie']))?.[1] ?? 'none'
  const { host, password } = new URL(url)
  const secrets = [PASSWORD, WRONG_PASSWORD, access_token, refresh_token, image, url, host, `:${password}@`]
  secrets.push(KEY.toString('base64'), KEY.toString('base64url'), KEY.toString('hex'))
  return { app, answers: [], secrets, token: access_token }
}

/**
 * Every route with every nasty input; where nothing is sent in a body, with one input for each nasty id. A wrong token is
 * refused before anything is read, so two inputs show that.
 */
async function pester(server: LoggedServer, inputs: readonly CallOptions[]): Promise<void> {
  const { app, answers, token } = server
  const routes = [...allRoutes, ...edgeRoutes().routes].filter(route => !isLeftOut(route))
  for (const [i, route] of routes.entries()) {
    const useful = route.body || route.raw_body ? inputs : inputs.slice(-NASTY_IDS.length)
    for (const [j, options] of useful.entries()) {
      const id = NASTY_IDS[j % NASTY_IDS.length] ?? '1'
      const path = `${route.path.replace(/\{[^}]*\}/g, id)}?access_token=${token}&q=${WRONG_PASSWORD}`
      const from = `198.51.${i}.${j}`
      // The charts of music are asked once a second.
      if (/\/music\/(popular|new-releases)$/.test(route.path)) app.clock.advance(1000)
      answers.push(await app.call(route.method, path, { ...options, from, token }))
      if (j < 2) answers.push(await app.call(route.method, path, { ...options, from, token: `${token}x` }))
    }
  }
}

/** Streams stay open, logging out would end the session that the rest needs, and one answers as a bug does. */
function isLeftOut(route: RouteDefinition): boolean {
  return route.kind === 'stream' || ['/api/auth/logout', '/api/test/wrong-answer'].includes(route.path)
}

async function fail(server: LoggedServer): Promise<void> {
  for (const how of ['bug', 'foreign', 'storage', 'upstream', 'constraint', 'refusal']) {
    server.answers.push(await server.app.call('GET', `/api/test/fails/${how}`))
  }
  server.answers.push(await server.app.call('GET', '/api/test/wrong-answer'))
  const again = { username: 'bob', password: PASSWORD }
  server.answers.push(await server.app.call('POST', '/api/auth/setup', { body: again }))
}

async function failStorage(server: LoggedServer, url: string): Promise<void> {
  await dropDatabase(url)
  const { app, answers, token } = server
  const credentials = { username: 'ana', password: PASSWORD }
  answers.push(await app.call('GET', '/api/auth/me', { token }))
  answers.push(await app.call('GET', '/api/auth/status'))
  answers.push(await app.call('GET', '/api/health/ready'))
  answers.push(await app.call('POST', '/api/auth/login', { body: credentials }))
  answers.push(await app.call('POST', '/api/auth/setup', { body: credentials, from: '192.0.2.77' }))
  const body = { refresh_token: server.secrets[3] }
  answers.push(await app.call('POST', '/api/auth/refresh', { body }))
}

function expectCleanBodies({ answers, secrets }: LoggedServer): void {
  const failed = answers.filter(answer => answer.status >= 400)
  const statuses = new Set(failed.map(answer => answer.status))
  expect([...statuses]).toEqual(expect.arrayContaining([400, 401, 409, 413, 415, 500, 502, 503]))
  const patterns = [FRAME, ABSOLUTE_PATH, HOST, SQL, /hunter2/]
  const wrong = failed.flatMap(({ raw, body, headers }) => [
    ...leaksIn(`${raw.toString()} ${JSON.stringify(headers)}`, secrets, patterns),
    ...(isPage(headers) || (typeof body?.error === 'string' && typeof body.code === 'string')
      ? []
      : [raw.toString()]),
  ])
  expect(wrong).toEqual([])
}

/** A browser that comes to a sign-in too late gets a page (2/4.4). */
function isPage({ 'content-type': type }: LoggedServer['answers'][number]['headers']): boolean {
  return type?.startsWith('text/html') ?? false
}

/** The text with what it should not hold. Thousands of texts are searched, so nothing is asserted of each. */
function leaksIn(text: string, secrets: readonly string[], patterns: readonly RegExp[]): string[] {
  const found = [
    ...secrets.filter(secret => text.includes(secret)),
    ...patterns.filter(pattern => pattern.test(text)).map(String),
  ]
  return found.map(leak => `${leak} in ${text}`)
}

/** 3.8: a bug shows its message and its stack in the log, and there alone. */
function isBug(entry: TestLog['entries'][number]): boolean {
  return entry.level === 'error' && entry.msg === 'a request failed'
}

describe('leaks (3.8, 0.3, E)', () => {
  // The answers do not depend on the level; the log at `info` says less, so it takes fewer inputs to be read.
  it.each<[LogLevel, readonly CallOptions[]]>([
    ['info', NASTY.slice(-3)],
    ['debug', NASTY],
  ])(
    'keeps secrets, hosts, paths, SQL and stacks out of answers and of the log at level %s',
    async (level, inputs) => {
      const url = await freshPostgresUrl()
      const server = await startServer(level, url)
      await pester(server, inputs)
      await fail(server)
      await failStorage(server, url)
      expectCleanBodies(server)
      const { entries } = server.app.log
      expect(entries.filter(isBug)).toHaveLength(3)
      expect(entries.some(entry => entry['code'] === 'unavailable')).toBe(true)
      const patternsFor = (entry: (typeof entries)[number]) =>
        isBug(entry) ? [] : level === 'debug' ? [HOST] : [HOST, FRAME, ABSOLUTE_PATH]
      const wrong = entries.flatMap(entry =>
        leaksIn(JSON.stringify(entry), server.secrets, patternsFor(entry)),
      )
      expect(wrong).toEqual([])
    },
    // It walks every route, and their number grows.
    180_000,
  )

  it('says nothing of the address when PostgreSQL is not there (E)', async () => {
    const APP_DATABASE_URL = 'postgres://ana:hunter2@127.0.0.1:1/foyer'
    const config = readConfig({ APP_DATABASE_URL, APP_DATA_DIR: temporaryFolder() })
    const log = createTestLog()
    // It would wait for half a minute; here that passes at once.
    const clock = { ...createTestClock(), sleep: async () => {} }
    const start = compose(config, { clock, log })
    await expect(start).rejects.toThrow(StartupRefusal)
    await expect(start).rejects.toThrow(/^PostgreSQL cannot be reached at APP_DATABASE_URL\.$/)
    expect(JSON.stringify(log.entries)).not.toMatch(/hunter2|127\.0\.0\.1/)
  })

  it('frees the data folder when the key turns out to be wrong', async () => {
    const APP_DATA_DIR = temporaryFolder()
    const start = (key: Buffer) =>
      compose(readConfig({ APP_DATA_DIR, APP_ENCRYPTION_KEY: key.toString('base64') }), {
        log: createTestLog(),
      })
    await (await start(KEY)).close()
    await expect(start(randomBytes(32))).rejects.toThrow(StartupRefusal)
    await (await start(KEY)).close()
  })
})
