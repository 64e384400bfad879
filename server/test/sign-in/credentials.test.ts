import { garbage, status, type Tmdb } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { startOn, type TestApp } from '#test/app.ts'
import { NO_METADATA } from '#test/discovery-calls.ts'
import { afterTest, ENGINES, shareAmongTests } from '#test/engines.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import { CONFIG_CHANGED, listenAs, nextEvent } from '#test/config-seeds.ts'
import { signInAs } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/admin/credentials'
const CLIENT_ID = 'c0ffee0ddba11'.repeat(4)
const NO_AI_KEYS = {
  anthropic_key: false,
  openai_key: false,
  gemini_key: false,
  grok_key: false,
  local_openai_key: false,
}
const NONE = {
  credentials: { tmdb_access_token: false, list_provider_client_id: false, ...NO_AI_KEYS },
  tmdb_access_token: false,
  list_provider_client_id: false,
  ...NO_AI_KEYS,
  tmdb_using_builtin: false,
  list_provider_using_builtin: false,
  ai: expect.objectContaining({ config: null }) as unknown,
}
type Engine = (typeof ENGINES)[number]

/** The part of Trakt that checks a client id: an empty 403 for an unknown one. */
async function serveTrakt() {
  const server = await serveHttp((request, response) => {
    const known = request.headers['trakt-api-key'] === CLIENT_ID
    response.writeHead(known ? 200 : 403).end(known ? '[]' : '')
  })
  afterTest(async () => server[Symbol.asyncDispose]())
  return server
}

async function buildWithProviders(engine: Engine, env: Record<string, string> = {}) {
  const list_provider = await serveTrakt()
  const world = await buildWorld({
    engine,
    products: ['tmdb'],
    env: { ...NO_METADATA, APP_TRAKT_URL: list_provider.origin, ...env },
  })
  const { asAdmin } = world
  return {
    ...world,
    list_provider,
    get: async () => (await asAdmin('GET', PATH)).body,
    put: (body: unknown) => asAdmin('PUT', PATH, body),
    forget: (key: string) => asAdmin('DELETE', `${PATH}/${key}`),
    services: async () => (await asAdmin('GET', '/api/config')).body.services,
  }
}

function asked({ journal }: Tmdb): number {
  return journal.requests('GET /3/authentication').length
}

function expectSilence(app: TestApp, secrets: readonly string[]) {
  const log = JSON.stringify(app.log.entries)
  for (const secret of secrets) expect(log.includes(secret)).toBe(false)
}

describe.each(ENGINES)('provider keys on %s', engine => {
  const shared = shareAmongTests(() => buildWithProviders(engine))

  /** The server as it was before any key was saved. */
  async function begin() {
    const world = shared()
    for (const key of ['tmdb_access_token', 'list_provider_client_id']) await world.forget(key)
    world.tmdb.journal.clear()
    world.list_provider.seen.length = 0
    return world
  }

  it('2/4.7: are tested, saved, and shown as presence only', async () => {
    const { app, tmdb, get, put, services } = await begin()
    expect(await get()).toEqual(NONE)
    const saved = await put({
      tmdb_access_token: ` ${tmdb.read_token} `,
      list_provider_client_id: CLIENT_ID,
    })
    expect(saved.status).toBe(200)
    expect(saved.body).toEqual({
      ...NONE,
      credentials: { tmdb_access_token: true, list_provider_client_id: true, ...NO_AI_KEYS },
      tmdb_access_token: true,
      list_provider_client_id: true,
      tmdb_using_builtin: false,
      list_provider_using_builtin: false,
    })
    expect(await get()).toEqual(saved.body)
    expect(await services()).toMatchObject({ metadata: true, lists: true })
    const { raw } = await app.call('GET', PATH, { token: (await signInAs(app, 'eve', 'admin')).access_token })
    for (const text of [raw.toString(), saved.raw.toString()]) {
      expect(text.includes(tmdb.read_token) || text.includes(CLIENT_ID)).toBe(false)
    }
    expectSilence(app, [tmdb.read_token, CLIENT_ID])
    const rows = await app.database.read.selectFrom('settings').selectAll().execute()
    const stored = JSON.stringify(rows)
    expect(stored.includes(tmdb.read_token) || stored.includes(CLIENT_ID)).toBe(false)
  })

  it('2/4.7: keeps the stored key if the field is blank, without asking its provider', async () => {
    const { tmdb, list_provider, get, put } = await begin()
    await put({ tmdb_access_token: tmdb.api_key })
    expect(asked(tmdb)).toBe(1)
    for (const body of [
      {},
      { tmdb_access_token: '' },
      { tmdb_access_token: '  ', list_provider_client_id: '' },
    ]) {
      expect((await put(body)).body).toMatchObject({
        tmdb_access_token: true,
        list_provider_client_id: false,
      })
    }
    expect([asked(tmdb), list_provider.seen.length]).toEqual([1, 0])
    await put({ list_provider_client_id: CLIENT_ID })
    expect((await get()).credentials).toMatchObject({
      tmdb_access_token: true,
      list_provider_client_id: true,
    })
    expect(asked(tmdb)).toBe(1)
  })

  it('2/4.7: refuses a key that its provider refuses, and saves none of the others', async () => {
    const { app, tmdb, get, put, admin } = await buildWithProviders(engine)
    const heard = listenAs(app, admin)
    const wrong = 'f'.repeat(32)
    for (const [body, fields] of [
      [{ tmdb_access_token: wrong }, ['tmdb_access_token']],
      [{ tmdb_access_token: wrong, list_provider_client_id: CLIENT_ID }, ['tmdb_access_token']],
      [{ tmdb_access_token: tmdb.api_key, list_provider_client_id: 'stranger' }, ['list_provider_client_id']],
      [{ tmdb_access_token: 'no header\ncan hold this' }, ['tmdb_access_token']],
    ] as const) {
      const answer = await put(body)
      expect([answer.status, answer.body.code]).toEqual([400, 'credential_rejected'])
      expect(Object.keys(answer.body.fields)).toEqual(fields)
      expect(answer.raw.toString()).not.toContain(wrong)
    }
    expect(await get()).toEqual(NONE)
    expect(heard).toEqual([])
    expectSilence(app, [wrong, CLIENT_ID, tmdb.api_key])
  })

  it.each([
    ['429 with Retry-After', status(429, { retry_after: 30 })],
    ['a fault of its own', status(500)],
    ['garbage', garbage('html')],
  ])('2/4.7: is 502 when the provider answers %s, and saves nothing', async (_what, fault) => {
    const { app, tmdb, get, put } = await begin()
    tmdb.faults.next('GET /3/authentication', fault)
    const answer = await put({ tmdb_access_token: tmdb.api_key, list_provider_client_id: CLIENT_ID })
    expect([answer.status, answer.body.code]).toEqual([502, 'upstream_failed'])
    expect(answer.raw.toString()).not.toContain('127.0.0.1')
    expect(await get()).toEqual(NONE)
    expectSilence(app, [tmdb.api_key, CLIENT_ID])
  })

  it('2/4.7: is 502 when the provider is away; a refused key takes precedence over that', async () => {
    const app = await startOn(engine, { env: { APP_TRAKT_URL: (await serveTrakt()).origin } })
    const { access_token: token } = await app.setUp()
    const key = '0123456789abcdef0123456789abcdef'
    const lost = await app.call('PUT', PATH, { token, body: { tmdb_access_token: key } })
    expect([lost.status, lost.body.code]).toEqual([502, 'upstream_failed'])
    const both = { tmdb_access_token: key, list_provider_client_id: 'stranger' }
    const refused = await app.call('PUT', PATH, { token, body: both })
    expect([refused.status, refused.body.code]).toEqual([400, 'credential_rejected'])
  })

  it('2/4.7: refuses unknown names of keys', async () => {
    const { tmdb, get, put, forget } = await begin()
    const answer = await put({ tmdb_access_token: tmdb.api_key, plex_token: 'x' })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
    expect((await put({ tmdb_access_token: 7 })).body.code).toBe('validation')
    for (const key of ['plex_token', 'constructor']) {
      const missed = await forget(key)
      expect([missed.status, missed.body.code]).toEqual([404, 'unknown_key'])
    }
    expect([await get(), asked(tmdb)]).toEqual([NONE, 0])
  })

  it('2/4.7: falls back to the environment, which a saved key hides', async () => {
    const { tmdb, get, put, forget, services } = await buildWithProviders(engine, {
      APP_TMDB_API_KEY: 'key-of-the-environment',
    })
    const builtin = { ...NONE, tmdb_using_builtin: true }
    expect(await get()).toEqual(builtin)
    expect(await services()).toMatchObject({ metadata: true, lists: false })
    expect((await put({ tmdb_access_token: tmdb.api_key })).body).toMatchObject({
      tmdb_access_token: true,
      tmdb_using_builtin: false,
    })
    expect((await forget('tmdb_access_token')).body).toEqual({ status: 'deleted' })
    expect(await get()).toEqual(builtin)
    expect((await forget('tmdb_access_token')).body).toEqual({ status: 'deleted' })
  })

  it('1:4.2: announces to everybody that a key was added or removed', async () => {
    const { app, tmdb, put, forget } = await buildWithProviders(engine)
    const heard = listenAs(app, await signInAs(app, 'bob', 'user'))
    const saved = nextEvent(app)
    await put({ tmdb_access_token: tmdb.api_key })
    await saved
    const forgotten = nextEvent(app)
    await forget('tmdb_access_token')
    await forgotten
    expect(heard).toEqual([CONFIG_CHANGED, CONFIG_CHANGED])
  })

  it('keeps both of two keys that are saved at once', async () => {
    const { tmdb, get, put } = await begin()
    const bodies = [{ tmdb_access_token: tmdb.api_key }, { list_provider_client_id: CLIENT_ID }]
    await Promise.all([...bodies, ...bodies].map(put))
    expect((await get()).credentials).toMatchObject({
      tmdb_access_token: true,
      list_provider_client_id: true,
    })
  })

  it('0.4: are for admins', async () => {
    const { app, tmdb } = await begin()
    const token = (await signInAs(app, 'bob', 'user')).access_token
    const body = { tmdb_access_token: tmdb.api_key }
    const answers = [
      await app.call('GET', PATH, { token }),
      await app.call('PUT', PATH, { token, body }),
      await app.call('DELETE', `${PATH}/tmdb_access_token`, { token }),
    ]
    expect(answers.map(answer => answer.status)).toEqual([403, 403, 403])
    expect(asked(tmdb)).toBe(0)
  })
})

describe('the certification lists of kids accounts', () => {
  it('1/4.12: come from the metadata provider once there is a key', async () => {
    const { app, tmdb, admin, put } = await buildWithProviders('sqlite')
    const read = async () =>
      (await app.call('GET', '/api/admin/certifications', { token: admin.access_token })).body.source
    await put({ tmdb_access_token: tmdb.api_key })
    expect(await read()).toBe('provider')
  })
})
