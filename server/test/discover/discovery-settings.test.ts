import { describe, expect, it } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startOn } from '#test/app.ts'
import { CONFIG_CHANGED, listenAs, nextEvent, spoilSetting } from '#test/config-seeds.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { signInAs } from '#test/people.ts'

const PATH = '/api/admin/discovery-settings'
const SHOWN = { movie: false, tv: false, book: false, music: false }

function speak(app: TestApp, token: string) {
  return {
    get: async () => (await app.call('GET', PATH, { token })).body,
    put: (body: unknown) => app.call('PUT', PATH, { token, body }),
  }
}

describe.each(ENGINES)('discovery settings on %s', engine => {
  const shared = shareAmongTests(async () => {
    const app = await startOn(engine)
    return { app, token: (await app.setUp()).access_token }
  })

  /** The server before anything was decided. */
  async function begin() {
    const { app, token } = shared()
    await spoilSetting(app, 'discovery', null)
    return { app, ...speak(app, token) }
  }

  it('1/4.2, R15: begin with nothing decided', async () => {
    const { get } = await begin()
    expect(await get()).toEqual({
      source: 'tmdb_trending',
      source_saved: false,
      english_only: false,
      hidden_when_unconfigured: SHOWN,
      sources: ['tmdb_trending', 'listsrc_trending', 'tmdb_popular'],
      list_provider_configured: false,
    })
  })

  it('1/4.2: follow the list provider until an admin chooses a source', async () => {
    const app = await startOn(engine, { env: { APP_TRAKT_CLIENT_ID: 'some-client' } })
    const { get, put } = speak(app, (await app.setUp()).access_token)
    expect(await get()).toMatchObject({ source: 'listsrc_trending', source_saved: false })
    expect((await put({ hidden_when_unconfigured: { book: true } })).body).toMatchObject({
      source: 'listsrc_trending',
      source_saved: false,
      hidden_when_unconfigured: { ...SHOWN, book: true },
      list_provider_configured: true,
    })
    expect((await put({ english_only: true })).body).toMatchObject({
      source_saved: false,
      english_only: true,
    })
    expect((await put({ source: 'tmdb_popular' })).body).toEqual({
      source: 'tmdb_popular',
      source_saved: true,
      english_only: true,
      hidden_when_unconfigured: { ...SHOWN, book: true },
      sources: expect.any(Array),
      list_provider_configured: true,
    })
    expect(await get()).toMatchObject({ source: 'tmdb_popular', source_saved: true })
  })

  it('1:4.2: refuse what they do not know, and write nothing then', async () => {
    const app = await startOn(engine)
    const session = await app.setUp()
    const { get, put } = speak(app, session.access_token)
    const heard = listenAs(app, session)
    await put({ hidden_when_unconfigured: { tv: true }, english_only: true })
    // Its own event may be on its way still.
    await expect.poll(() => heard.length).toBe(1)
    heard.length = 0
    const before = await get()
    for (const body of [
      { hidden_when_unconfigured: { podcast: true } },
      { hidden_when_unconfigured: { movie: true, podcast: true }, english_only: false },
      { hidden_when_unconfigured: { movie: 'yes' } },
      { hidden_when_unconfigured: { movie: null } },
      { hidden_when_unconfigured: [] },
      { english_only: 'true' },
      { source: 'netflix', english_only: false },
      { source: null },
    ]) {
      const answer = await put(body)
      expect([JSON.stringify(body), answer.status, answer.body.code]).toEqual([
        JSON.stringify(body),
        400,
        'validation',
      ])
    }
    expect(await get()).toEqual(before)
    expect(heard).toEqual([])
  })

  it('1:4.2: lose none of twenty partial updates made at once', async () => {
    const { get, put } = await begin()
    const changes = [
      { hidden_when_unconfigured: { movie: true } },
      { hidden_when_unconfigured: { tv: true } },
      { hidden_when_unconfigured: { book: true } },
      { hidden_when_unconfigured: { music: true } },
      { english_only: true },
      { source: 'tmdb_popular' },
    ]
    const tries = Array.from({ length: 20 }, (_, i) => put(changes[i % changes.length]))
    expect((await Promise.all(tries)).map(answer => answer.status)).toEqual(Array<number>(20).fill(200))
    expect(await get()).toMatchObject({
      source: 'tmdb_popular',
      english_only: true,
      hidden_when_unconfigured: { movie: true, tv: true, book: true, music: true },
    })
  })

  it('1:4.2: tell every session that the configuration changed, and only when it did', async () => {
    const app = await startOn(engine)
    const admin = await app.setUp()
    const heard = listenAs(app, await signInAs(app, 'bob', 'user'))
    const { put } = speak(app, admin.access_token)
    expect((await put({})).status).toBe(200)
    expect((await put({ hidden_when_unconfigured: {} })).body.source_saved).toBe(false)
    const arrived = nextEvent(app)
    await put({ hidden_when_unconfigured: { music: true } })
    await arrived
    expect(heard).toEqual([CONFIG_CHANGED])
  })

  it('1/4.2: are 503 while storage cannot be read, for both methods', async () => {
    const { app, put } = await begin()
    const token = (await signInAs(app, 'ann', 'admin')).access_token
    await spoilSetting(app, 'discovery', '{"english_only":3}')
    for (const answer of [await app.call('GET', PATH, { token }), await put({ english_only: true })]) {
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
    }
    await spoilSetting(app, 'discovery', null)
    expect((await put({ english_only: true })).status).toBe(200)
  })

  it('0.4: are for admins', async () => {
    const { app } = await begin()
    const bob = await signInAs(app, 'bob', 'user')
    expect((await speak(app, bob.access_token).put({ english_only: true })).status).toBe(403)
  })
})
