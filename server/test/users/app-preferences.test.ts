import { describe, expect, it } from 'vitest'
import { startApp, startOn } from '#test/app.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { insertInstance } from '#test/managers.ts'
import { signInAs } from '#test/people.ts'

const VIDEO = '/api/me/video-apps'
const LISTENING = '/api/me/listening-apps'
const INHERIT = { invite_server: { ios: '' }, account_server_a: { ios: '' }, account_server_b: { ios: '' } }

describe.each(ENGINES)('in which apps somebody watches and listens, on %s (2:4.1)', engine => {
  it('is inherited until they choose, and is their own alone', async () => {
    const app = await startOn(engine)
    const { access_token: admin } = await app.setUp()
    const { access_token: uma } = await signInAs(app, 'uma', 'user')
    const get = async (path: string, token: string) => (await app.call('GET', path, { token })).body
    expect(await get(VIDEO, uma)).toEqual(INHERIT)
    expect(await get(LISTENING, uma)).toEqual({ ios: '', android: '' })

    const video = { ...INHERIT, invite_server: { ios: 'alt_player' }, account_server_b: { ios: 'browser' } }
    expect((await app.call('PUT', VIDEO, { token: uma, body: video })).body).toEqual(video)
    const listening = { ios: 'thirdparty', android: 'official' }
    expect((await app.call('PUT', LISTENING, { token: uma, body: listening })).body).toEqual(listening)
    expect(await get(VIDEO, uma)).toEqual(video)
    expect(await get(LISTENING, uma)).toEqual(listening)
    expect(await get(VIDEO, admin)).toEqual(INHERIT)

    // All three at once: what is not named is inherited again, and the other list is left alone.
    const one = { account_server_a: { ios: 'service' }, account_server_b: {} }
    const replaced = { ...INHERIT, account_server_a: { ios: 'service' } }
    expect((await app.call('PUT', VIDEO, { token: uma, body: one })).body).toEqual(replaced)
    expect(await get(LISTENING, uma)).toEqual(listening)
    expect((await app.call('PUT', LISTENING, { token: admin, body: { ios: 'browser' } })).body).toEqual({
      ios: 'browser',
      android: '',
    })
  })

  it('goes with the user', async () => {
    const app = await startOn(engine)
    const { access_token: token } = await app.setUp()
    const uma = await signInAs(app, 'uma', 'user')
    await app.call('PUT', LISTENING, { token: uma.access_token, body: { ios: 'official' } })
    expect((await app.call('DELETE', `/api/admin/users/${uma.user.id}`, { token })).status).toBe(200)
    expect(await app.database.read.selectFrom('app_preferences').selectAll().execute()).toEqual([])
  })
})

describe('what no app is', () => {
  const shared = shareAmongTests(async () => {
    const app = await startApp()
    return { app, token: (await app.setUp()).access_token }
  })

  it.each([
    ['an unknown kind of server', VIDEO, { audiobook_server: { ios: 'browser' } }],
    ['an unknown platform', VIDEO, { invite_server: { ios: 'browser', android: 'browser' } }],
    ['an unknown app', VIDEO, { invite_server: { ios: 'official' } }],
    ['an address', VIDEO, { invite_server: { ios: 'https://evil.example' } }],
    ['null', VIDEO, { invite_server: null }],
    ['a list', VIDEO, []],
    ['an unknown platform', LISTENING, { tvos: 'browser' }],
    ['an app of the other list', LISTENING, { ios: 'alt_player' }],
    ['a number', LISTENING, { android: 1 }],
  ])('%s is refused: %s', async (_what, path, body) => {
    const { app, token } = shared()
    const refused = await app.call('PUT', path, { token, body })
    expect([refused.status, refused.body.code]).toEqual([400, 'validation'])
    expect((await app.call('GET', path, { token })).headers['cache-control']).toBe('no-store')
  })
})

describe('what no default app of an instance is (2:4.13.9)', () => {
  it.each([
    ['an unknown platform', 'account_server_a', { video_apps: { ios: 'browser', android: 'browser' } }],
    ['an unknown app', 'account_server_a', { video_apps: { ios: 'official' } }],
    ['an unknown platform', 'audiobook_server', { listening_apps: { ios: 'official', tvos: 'browser' } }],
    ['an address', 'audiobook_server', { listening_apps: { android: 'app://open' } }],
  ] as const)('%s is refused: %s', async (_what, service_type, server_config) => {
    const app = await startApp()
    const { access_token: token } = await app.setUp()
    await insertInstance(app, { id: 'in_one', service_type })
    const refused = await app.call('PUT', '/api/admin/instances/in_one', { token, body: { server_config } })
    expect([refused.status, refused.body.code]).toEqual([400, 'validation'])
  })
})
