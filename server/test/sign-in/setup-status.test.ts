import { SETUP_KEYS } from '@foyer/contract/app-config'
import { describe, expect, it } from 'vitest'
import type { TestApp } from '#test/app.ts'
import { startOn } from '#test/app.ts'
import { addInstance, removeInstance, spoilSetting } from '#test/config-seeds.ts'
import { ENGINES, shareAmongTests } from '#test/engines.ts'
import { signInAs } from '#test/people.ts'

const PATH = '/api/admin/setup-status'

function speak(app: TestApp, token: string) {
  const status = async () => {
    const answer = await app.call('GET', PATH, { token })
    expect(answer.status).toBe(200)
    return answer.body as {
      items: { key: string; configured: boolean; skipped: boolean }[]
      configured: number
      total: number
    }
  }
  return {
    status,
    configured: async () => (await status()).items.filter(item => item.configured).map(item => item.key),
    skipped: async () => (await status()).items.filter(item => item.skipped).map(item => item.key),
    skip: (key: unknown, skipped: unknown) =>
      app.call('PUT', `${PATH}/skips`, { token, body: { key, skipped } }),
  }
}

async function acceptWebhook(app: TestApp, instance_id: string, accepted: boolean) {
  await app.database.transaction(async tx => {
    await tx.deleteFrom('instance_webhooks').where('instance_id', '=', instance_id).execute()
    await tx
      .insertInto('instance_webhooks')
      .values({
        instance_id,
        credential_hash: 'x',
        former_hash: null,
        callback_url: 'http://foyer.test',
        accepted_at: accepted ? app.clock.now().toISOString() : null,
      })
      .execute()
  })
}

describe.each(ENGINES)('the setup checklist on %s', engine => {
  const shared = shareAmongTests(async () => {
    const app = await startOn(engine)
    return { app, token: (await app.setUp()).access_token }
  })

  /** The server without anything skipped. */
  async function begin() {
    const { app, token } = shared()
    await spoilSetting(app, 'setup_skips', null)
    return { app, token, ...speak(app, token) }
  }

  it('1/4.15: derives its items live from what exists', async () => {
    const app = await startOn(engine, { env: { APP_MEDIA_ROOTS: '/media' } })
    const { access_token: token } = await app.setUp()
    const { status, configured } = speak(app, token)
    const bare = await status()
    expect(bare.items.map(item => item.key)).toEqual([...SETUP_KEYS])
    expect([bare.configured, bare.total]).toEqual([0, 14])

    await addInstance(app, 'm1', 'movie_manager')
    await addInstance(app, 't1', 'tv_manager', {
      mappings: [{ source_path: '/tv', local_path: '/media/tv' }],
    })
    await addInstance(app, 'a1', 'audiobook_server')
    expect(await configured()).toEqual(['movies', 'tv', 'media_downloads'])
    await addInstance(app, 'j1', 'account_server_a')
    await addInstance(app, 'x1', 'transcoder')
    await app.call('PUT', '/api/admin/discovery-settings', { token, body: {} })
    expect(await configured()).toEqual(['movies', 'tv', 'media_servers', 'media_downloads', 'transcoder'])
    await app.call('PUT', '/api/admin/discovery-settings', { token, body: { english_only: false } })
    expect(await configured()).toContain('discovery_prefs')
    expect((await status()).configured).toBe(6)
    await removeInstance(app, 'm1')
    expect(await configured()).not.toContain('movies')
  })

  it('1/4.15: monitors when every library manager accepted its webhook', async () => {
    const app = await startOn(engine)
    const { configured } = speak(app, (await app.setUp()).access_token)
    await addInstance(app, 'x1', 'transcoder')
    expect(await configured()).not.toContain('monitoring')
    await addInstance(app, 'm1', 'movie_manager')
    await addInstance(app, 't1', 'tv_manager')
    await acceptWebhook(app, 'm1', true)
    expect(await configured()).not.toContain('monitoring')
    await acceptWebhook(app, 't1', false)
    expect(await configured()).not.toContain('monitoring')
    await acceptWebhook(app, 't1', true)
    expect(await configured()).toContain('monitoring')
  })

  it('counts what the environment brings', async () => {
    const app = await startOn(engine, {
      env: {
        APP_TMDB_API_KEY: 'some-token',
        APP_TRAKT_CLIENT_ID: 'some-client',
        APP_PUSH_GATEWAY_URL: 'http://127.0.0.1:9',
      },
    })
    const { configured } = speak(app, (await app.setUp()).access_token)
    expect(await configured()).toEqual(['metadata', 'push', 'lists'])
  })

  it('1:4.15: keeps skips for the whole server, and they change nothing else', async () => {
    const app = await startOn(engine)
    const ana = speak(app, (await app.setUp()).access_token)
    const eve = speak(app, (await signInAs(app, 'eve', 'admin')).access_token)
    const before = await ana.status()
    expect((await ana.skip('music', true)).body).toEqual({ key: 'music', skipped: true })
    expect(await eve.skipped()).toEqual(['music'])
    expect((await ana.status()).configured).toBe(before.configured)
    await addInstance(app, 'l1', 'music_manager')
    const item = (await eve.status()).items.find(one => one.key === 'music')
    expect(item).toMatchObject({ configured: true, skipped: true })
    expect((await eve.skip('music', false)).body).toEqual({ key: 'music', skipped: false })
    expect(await ana.skipped()).toEqual([])
  })

  it('1:4.15: loses no skip of many made at once', async () => {
    const { skip, skipped } = await begin()
    await Promise.all(SETUP_KEYS.map(key => skip(key, true)))
    expect(await skipped()).toEqual([...SETUP_KEYS])
  })

  it('1/4.15: refuses keys it does not know, with 400', async () => {
    const { skip, skipped } = await begin()
    for (const key of ['podcasts', 'toString', '']) {
      const answer = await skip(key, true)
      expect([key, answer.status, answer.body.code]).toEqual([key, 400, 'unknown_key'])
    }
    for (const [key, value] of [
      ['music', 'yes'],
      [7, true],
      ['music', undefined],
    ]) {
      expect((await skip(key, value)).body.code).toBe('validation')
    }
    expect(await skipped()).toEqual([])
  })

  it('1/4.15: is 503 while storage cannot be read', async () => {
    const { app, token, skip } = await begin()
    await spoilSetting(app, 'setup_skips', '["music"]')
    for (const answer of [await app.call('GET', PATH, { token }), await skip('music', true)]) {
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
    }
  })

  it('0.4: is for admins', async () => {
    const { app } = await begin()
    const token = (await signInAs(app, 'bob', 'user')).access_token
    expect((await app.call('GET', PATH, { token })).status).toBe(403)
    expect((await speak(app, token).skip('music', true)).status).toBe(403)
  })
})
