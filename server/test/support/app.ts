import { hash, verify } from '@node-rs/argon2'
import type { LightMyRequestResponse } from 'fastify'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { type App, compose, type Overrides } from '#compose/index.ts'
import { type Config, readConfig, secretsOf } from '#config'
import type { Engine } from '#db/database.ts'
import type { Argon } from '#features/sessions/index.ts'
import { createSecretWatch, PASSWORD, type SecretWatch } from './secret-watch.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { createTestLog, type TestLog } from './test-log.ts'
import { afterTest, freshPostgresUrl, placeSqlite, temporaryFolder } from './engines.ts'

export interface TestApp extends App {
  config: Config
  clock: TestClock
  log: TestLog
  /** Looks at all that it says. */
  secrets: SecretWatch
  call(method: string, path: string, options?: CallOptions): Promise<TestAnswer>
  /** Creates the first admin and signs in. */
  setUp(username?: string): Promise<TokenResponse>
}

export interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  from?: string
}

export interface TestAnswer {
  status: number
  headers: LightMyRequestResponse['headers']
  /** The parsed JSON; undefined when the body is not JSON. */
  body: ReturnType<typeof JSON.parse>
  raw: Buffer
}

export interface TestAppOptions {
  /** A clock that others follow, too; a new one unless given. */
  clock?: TestClock
  env?: Record<string, string>
  overrides?: Partial<Overrides>
}

export { PASSWORD }

/** Providers without a simulator: calls meet a closed port, never the internet. */
const CLOSED_PORTS = {
  APP_TMDB_URL: 'http://127.0.0.1:9/3',
  APP_TRAKT_URL: 'http://127.0.0.1:9',
  APP_MUSICBRAINZ_URL: 'http://127.0.0.1:9/ws/2',
  APP_LISTENBRAINZ_URL: 'http://127.0.0.1:9',
  APP_COVERART_URL: 'http://127.0.0.1:9',
  APP_PLEX_TV_URL: 'http://127.0.0.1:9',
  APP_HARDCOVER_URL: 'http://127.0.0.1:9',
  APP_HARDCOVER_CDN_URL: 'http://127.0.0.1:9',
  APP_DISCORD_URL: 'http://127.0.0.1:9',
  APP_OPENAI_URL: 'http://127.0.0.1:9/v1',
  APP_ANTHROPIC_URL: 'http://127.0.0.1:9',
  APP_GEMINI_URL: 'http://127.0.0.1:9',
  APP_XAI_URL: 'http://127.0.0.1:9/v1',
}

/** Cheap hashes, to save time; passwords.test.ts shows that real ones are expensive. */
const CHEAP_ARGON: Argon = {
  hash: (password, parameters) => hash(password, { ...parameters, memoryCost: 64, timeCost: 1 }),
  verify,
}

/** A new data folder; on SQLite with a migrated database in it. */
async function freshFolder({ APP_DATABASE_URL }: Record<string, string>): Promise<string> {
  const folder = temporaryFolder()
  if (APP_DATABASE_URL === undefined) await placeSqlite(folder)
  return folder
}

/** The whole server without a socket: real storage, a test clock, a log that tests can read. Closed when the test ends. */
export async function startApp({
  clock = createTestClock(),
  env = {},
  overrides = {},
}: TestAppOptions = {}): Promise<TestApp> {
  const config = readConfig({
    APP_DATA_DIR: env['APP_DATA_DIR'] ?? (await freshFolder(env)),
    ...CLOSED_PORTS,
    ...env,
  })
  const watch = createSecretWatch()
  watch.keep([...secretsOf(config), config.encryption_key?.toString('base64')])
  const log = createTestLog({ lookAt: line => watch.lookAtLog(line) })
  const app = await compose(config, { clock, log, argon: CHEAP_ARGON, ...overrides })
  watch.keepKeyOf(config.data_dir)
  watch.lookAtWire(app.http.server)
  await app.start()
  await app.http.ready()
  afterTest(() => app.close())
  const call: TestApp['call'] = async (method, path, options = {}) => {
    const { token, body, headers = {}, from = '192.0.2.1' } = options
    watch.learnFrom(body, 'form')
    const answer = await app.http.inject({
      method: method as 'GET',
      url: config.base_path + path,
      remoteAddress: from,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const parsed = parse(answer)
    watch.learnFrom(parsed, 'answer')
    const where = `the answer to ${method} ${path.split('?', 1)[0]}`
    watch.lookAtHeaders(Object.entries(answer.headers), `a header of ${where}`)
    watch.lookAtAnswer(answer.rawPayload, where, answer.headers['content-encoding'] ?? '')
    return { status: answer.statusCode, headers: answer.headers, body: parsed, raw: answer.rawPayload }
  }
  const setUp = async (username = 'ana') => {
    const answer = await call('POST', '/api/auth/setup', { body: { username, password: PASSWORD } })
    if (answer.status !== 201) throw new Error(`setup answered ${answer.status}`)
    return answer.body as TokenResponse
  }
  return { ...app, config, clock, log, secrets: watch, call, setUp }
}

function parse(answer: LightMyRequestResponse): unknown {
  const type = answer.headers['content-type'] ?? ''
  if (!type.startsWith('application/json') || answer.headers['content-encoding']) return undefined
  return JSON.parse(answer.payload)
}

/** The same server on either engine; on PostgreSQL with its own database. */
export async function startOn(engine: Engine, options: TestAppOptions = {}): Promise<TestApp> {
  const env: Record<string, string> = { ...options.env }
  if (engine === 'postgres') env['APP_DATABASE_URL'] = await freshPostgresUrl()
  return startApp({ ...options, env })
}
