import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startApp, startOn, type TestApp } from '#test/app.ts'
import { ENGINES } from '#test/engines.ts'
import { addInstance, grant, pin, removeInstance, spoilSetting } from '#test/config-seeds.ts'
import { changeRole, signIn, signInAs } from '#test/people.ts'

async function read(app: TestApp, token: string) {
  const answer = await app.call('GET', '/api/config', { token })
  expect(answer.status).toBe(200)
  return answer.body
}

const idsOf = (config: { instances: { id: string }[] }) => config.instances.map(one => one.id)

async function rename(app: TestApp, from: string, to: string) {
  await app.database.transaction(tx =>
    sql`alter table ${sql.table(from)} rename to ${sql.id(to)}`.execute(tx),
  )
}

describe.each(ENGINES)('the configuration on %s', engine => {
  it('0.6: shows each caller what they see, with their own defaults', async () => {
    const app = await startOn(engine)
    const admin = await app.setUp()
    const bob = await signInAs(app, 'bob', 'user')
    const eve = await signInAs(app, 'eve', 'user')
    await addInstance(app, 'm1', 'movie_manager', { is_default: 1 })
    await addInstance(app, 'm2', 'movie_manager')
    await addInstance(app, 'b1', 'book_manager')
    await addInstance(app, 'x1', 'transcoder')
    await pin(app, bob.user.id, 'movie_manager', 'm2')
    await grant(app, bob.user.id, 'b1')
    await grant(app, bob.user.id, 'x1')

    const asAdmin = await read(app, admin.access_token)
    const asBob = await read(app, bob.access_token)
    const asEve = await read(app, eve.access_token)
    expect(idsOf(asAdmin).sort()).toEqual(['b1', 'm1', 'm2', 'x1'])
    expect(idsOf(asBob).sort()).toEqual(['b1', 'm2'])
    expect(idsOf(asEve)).toEqual(['m1'])
    expect(asBob.instances).toContainEqual({
      id: 'm2',
      service_type: 'movie_manager',
      name: 'm2',
      is_default: true,
      media_downloads: false,
    })
    expect(asAdmin.instances.find((one: { id: string }) => one.id === 'm2').is_default).toBe(false)
    expect(
      [asAdmin, asBob, asEve].map(({ services }) => [services.book_manager, services.transcoder]),
    ).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ])
  })

  it('1/4.2: is 503 while settings cannot be read, and says nothing of why', async () => {
    const app = await startOn(engine)
    const { access_token: token } = await app.setUp()
    for (const [key, value] of [
      ['discovery', '{"source":"hunter2"}'],
      ['discovery', 'hunter2, no JSON'],
      ['provider_keys', '"hunter2"'],
    ] as const) {
      await spoilSetting(app, key, value)
      const answer = await app.call('GET', '/api/config', { token })
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
      expect(answer.raw.toString()).not.toContain('hunter2')
      await spoilSetting(app, key, null)
      await read(app, token)
    }
  })

  it('1/4.2: is 503 while the inventory cannot be read', async () => {
    const app = await startOn(engine)
    const { access_token: token } = await app.setUp()
    await read(app, token)
    await rename(app, 'instances', 'instances_gone')
    const answer = await app.call('GET', '/api/config', { token })
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
    await rename(app, 'instances_gone', 'instances')
    await read(app, token)
  })
})

describe('the configuration', () => {
  it('1/4.2, 9: says what a bare server can do', async () => {
    const app = await startApp({
      env: { APP_SERVER_NAME: 'Home', APP_TMDB_IMAGE_URL: 'http://img.test/t/p' },
    })
    const { access_token } = await app.setUp()
    expect(await read(app, access_token)).toEqual({
      server_name: 'Home',
      version: app.config.version,
      min_app_version: '0.0.0',
      services: {
        movie_manager: false,
        tv_manager: false,
        book_manager: false,
        music_manager: false,
        media_downloads: false,
        ai: false,
        metadata: false,
        lists: false,
        transcoder: false,
      },
      instances: [],
      issues_enabled: false,
      allow_reporting: true,
      admin_catalog_browsing: true,
      hidden_discover_tabs: [],
      request_quotas: true,
      tv_match_corrections: true,
      media_account_management: true,
      invite_access_requestable: false,
      set_top_boxes: false,
      image_base_url: 'http://img.test/t/p',
    })
  })

  it('1:4.13: offers downloads without a path, where a mapping lies under a root', async () => {
    const app = await startApp({ env: { APP_MEDIA_ROOTS: '/media' } })
    const { access_token: token } = await app.setUp()
    const mapping = (local_path: string) => ({ mappings: [{ source_path: '/data', local_path }] })
    await addInstance(app, 'out', 'movie_manager', mapping('/mediathek/films'))
    expect((await read(app, token)).services.media_downloads).toBe(false)
    await addInstance(app, 'in', 'tv_manager', mapping('/media/series'))
    const answer = await app.call('GET', '/api/config', { token })
    const offered = answer.body.instances.map((one: { id: string; media_downloads: boolean }) => [
      one.id,
      one.media_downloads,
    ])
    expect(offered.sort()).toEqual([
      ['in', true],
      ['out', false],
    ])
    expect(answer.body.services.media_downloads).toBe(true)
    for (const secret of ['/media', '/data', 'internal', 'secret-path', 'http://in']) {
      expect(answer.raw.toString()).not.toContain(secret)
    }
  })

  it('says which providers the environment brings', async () => {
    const app = await startApp({
      env: { APP_TMDB_API_KEY: 'some-token', APP_TRAKT_CLIENT_ID: 'some-client' },
    })
    const { access_token } = await app.setUp()
    expect((await read(app, access_token)).services).toMatchObject({ metadata: true, lists: true })
  })

  it('lets people ask for an invite until they are granted one', async () => {
    const app = await startApp()
    await app.setUp()
    const bob = await signInAs(app, 'bob', 'user')
    const asked = async () => (await read(app, bob.access_token)).invite_access_requestable
    expect(await asked()).toBe(false)
    await addInstance(app, 'p1', 'invite_server')
    expect(await asked()).toBe(true)
    await grant(app, bob.user.id, 'p1')
    expect(await asked()).toBe(false)
  })

  it('1:4.2: hides tabs by the full inventory, for everybody, until the service is there', async () => {
    const app = await startApp()
    const admin = await app.setUp()
    const bob = await signInAs(app, 'bob', 'user')
    await addInstance(app, 'b1', 'book_manager')
    const hidden = { music: true, book: true, movie: true, tv: true }
    await app.call('PUT', '/api/admin/discovery-settings', {
      token: admin.access_token,
      body: { hidden_when_unconfigured: hidden },
    })
    const tabs = async () => (await read(app, bob.access_token)).hidden_discover_tabs
    // Bob sees no book manager, but there is one.
    expect(await tabs()).toEqual(['movie', 'tv', 'music'])
    expect((await read(app, admin.access_token)).hidden_discover_tabs).toEqual(['movie', 'tv', 'music'])
    await addInstance(app, 'm1', 'movie_manager')
    expect(await tabs()).toEqual(['tv', 'music'])
    await removeInstance(app, 'b1')
    expect(await tabs()).toEqual(['tv', 'book', 'music'])
  })

  it('never answers one person with what another sees, however often it is asked', async () => {
    const app = await startApp()
    const admin = await app.setUp()
    const bob = await signInAs(app, 'bob', 'user')
    await addInstance(app, 'b1', 'book_manager')
    const asked = await Promise.all(
      Array.from({ length: 20 }, (_, i) => read(app, i % 2 ? bob.access_token : admin.access_token)),
    )
    expect(asked.map(config => idsOf(config).length)).toEqual(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? 0 : 1)),
    )
  })

  it('knows at once what changed: a grant, a role, an instance', async () => {
    const app = await startApp()
    await app.setUp()
    const bob = await signInAs(app, 'bob', 'user')
    const seen = async () => idsOf(await read(app, bob.access_token))
    await addInstance(app, 'b1', 'book_manager')
    expect(await seen()).toEqual([])
    await grant(app, bob.user.id, 'b1')
    expect(await seen()).toEqual(['b1'])
    await addInstance(app, 'x1', 'transcoder')
    expect(await seen()).toEqual(['b1'])
    await changeRole(app, bob.user.id, 'admin')
    expect((await seen()).sort()).toEqual(['b1', 'x1'])
    await changeRole(app, bob.user.id, 'user')
    expect(await seen()).toEqual(['b1'])
    await removeInstance(app, 'b1')
    expect(await seen()).toEqual([])
  })

  it('0.3: secrets that cannot be opened are 503 wherever they are asked for', async () => {
    const app = await startApp()
    const { access_token: token } = await app.setUp()
    const sealed = 'v1.c2VhbGVkIHdpdGggYW5vdGhlciBrZXkgdGhhbiB0aGUgb25lIGluIGZvcmNl'
    for (const key of ['provider_keys', 'outbound_proxy']) await spoilSetting(app, key, sealed, 1)
    const calls = [
      ['GET', '/api/config'],
      ['GET', '/api/admin/setup-status'],
      ['GET', '/api/admin/credentials'],
      ['DELETE', '/api/admin/credentials/tmdb_access_token'],
      ['GET', '/api/admin/outbound-proxy'],
      ['PUT', '/api/admin/outbound-proxy'],
      ['POST', '/api/admin/outbound-proxy/test'],
    ] as const
    for (const [method, path] of calls) {
      const answer = await app.call(method, path, { token, ...(method === 'PUT' && { body: {} }) })
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 503, 'unavailable'])
    }
  })
})

it('sends the same bytes while nothing was written, and compresses them once', async () => {
  const app = await startApp()
  const { access_token: token } = await app.setUp()
  for (let i = 0; i < 20; i++) await addInstance(app, `m${i}`, 'movie_manager')
  const other = await signIn(app, 'ana')
  const first = await app.call('GET', '/api/config', { token })
  const again = await app.call('GET', '/api/config', { token: other.access_token })
  expect(again.raw.equals(first.raw)).toBe(true)
  const small = await app.call('GET', '/api/config', { token, headers: { 'accept-encoding': 'br' } })
  expect(small.headers['content-encoding']).toBe('br')
  expect(first.headers['cache-control']).toBe('no-store')
})
