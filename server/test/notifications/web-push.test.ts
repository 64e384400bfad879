import { MOVIE } from '@foyer/simulators'
import { expect, it } from 'vitest'
import { callAs, refusal } from '#test/calls.ts'
import { signIn, signInAs } from '#test/people.ts'
import { startPushService } from '#test/push-service.ts'
import { create, REQUEST_PARTS } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const PATH = '/api/notifications/web-push'
const TEST = '/api/notifications/test'

it('a browser subscribes, is told what it may know, and leaves (1:4.14, RFC 8291, RFC 8292)', async () => {
  const service = await startPushService()
  const { app, admin, asAdmin } = await buildWorld({
    env: { APP_WEB_PUSH_HOSTS: service.host, APP_CONTACT: 'ops@example.org' },
  })
  const bob = await signInAs(app, 'bob', 'user')
  const asBob = callAs(app, bob.access_token)

  // Whoever asks first has it made; two at once are given the same.
  const keys = await Promise.all([asAdmin('GET', `${PATH}/key`), asBob('GET', `${PATH}/key`)])
  const { public_key } = keys[0].body
  expect(keys[1].body).toEqual({ public_key })
  expect(Buffer.from(public_key, 'base64url')).toHaveLength(65)
  const [kept] = await app.database.read
    .selectFrom('settings')
    .select(['encrypted'])
    .where('key', '=', 'web_push_keys')
    .execute()
  expect(kept).toEqual({ encrypted: 1 })

  // Nobody is registered and there is no gateway: that is said, and nothing is pretended.
  expect(refusal(await asAdmin('POST', TEST))).toEqual([503, 'push_not_configured'])

  const subscription = service.subscribe()
  const mine = (await asAdmin('PUT', PATH, subscription)).body
  expect(mine).toMatchObject({ device_id: admin.device_id, last_delivered_at: null, failing_since: null })
  expect((await asAdmin('PUT', PATH, subscription)).body).toEqual(mine)
  expect((await asAdmin('GET', PATH)).body).toEqual([mine])
  expect((await asBob('GET', PATH)).body).toEqual([])

  const answer = (await asAdmin('POST', TEST)).body
  const result = { device_id: admin.device_id, ok: true, pruned: false }
  expect(answer).toEqual({ tokens: 1, sent: 1, failed: 0, results: [result] })
  const [told] = service.delivered
  expect(told?.payload).toMatchObject({ type: 'test', path: '/account' })
  expect(told?.key).toBe(public_key)
  expect(told?.claims).toMatchObject({ aud: service.origin, sub: 'mailto:ops@example.org' })
  const now = app.clock.now().toISOString()
  expect((await asAdmin('GET', PATH)).body).toMatchObject([{ last_delivered_at: now }])

  // Another person's browser is not theirs to end; one's own may be ended twice.
  expect(refusal(await asBob('DELETE', `${PATH}/${admin.device_id}`))).toEqual([403, 'forbidden'])
  expect((await asAdmin('GET', PATH)).body).toHaveLength(1)

  // A second browser of the same person: each has its own result.
  const laptop = await signIn(app, 'ana')
  const away = service.subscribe()
  await callAs(app, laptop.access_token)('PUT', PATH, away)
  service.forget(away)
  const both = (await asAdmin('POST', TEST)).body
  expect(both).toMatchObject({ tokens: 2, sent: 1, failed: 1 })
  expect(both.results).toContainEqual({ device_id: laptop.device_id, ok: false, pruned: true })
  expect((await asAdmin('GET', PATH)).body).toMatchObject([{ device_id: admin.device_id }])

  service.answer({ status: 503 })
  const failed = (await asAdmin('POST', TEST)).body
  expect(failed.results).toEqual([
    { device_id: admin.device_id, ok: false, pruned: false, error: 'bad_answer' },
  ])
  expect((await asAdmin('GET', PATH)).body).toMatchObject([{ failing_since: now }])

  for (let time = 0; time < 2; time++) {
    expect((await asAdmin('DELETE', `${PATH}/${admin.device_id}`)).body).toEqual({ success: true })
  }
  expect((await asAdmin('GET', PATH)).body).toEqual([])
})

it('takes no address but those of push services, and no key that cannot be used', async () => {
  const service = await startPushService()
  const { app, asAdmin } = await buildWorld({ env: { APP_WEB_PUSH_HOSTS: service.host } })
  const { endpoint, keys } = service.subscribe()
  const point = Buffer.from(keys.p256dh, 'base64url')
  point[64] = (point[64] ?? 0) ^ 1
  const wrong = [
    { endpoint: 'http://127.0.0.1:9/admin', keys },
    { endpoint: 'https://169.254.169.254/latest/meta-data', keys },
    { endpoint: endpoint.replace('127.0.0.1', '127.0.0.1@192.0.2.1'), keys },
    { endpoint, keys: { ...keys, p256dh: point.toString('base64url') } },
    { endpoint, keys: { ...keys, auth: 'short' } },
    { endpoint },
  ]
  for (const body of wrong) expect(refusal(await asAdmin('PUT', PATH, body))).toEqual([400, 'validation'])
  expect((await asAdmin('GET', PATH)).body).toEqual([])
  expect((await asAdmin('PUT', PATH, { endpoint, keys })).status).toBe(200)
  // Signed out, the device is gone and its subscription with it.
  await asAdmin('POST', '/api/auth/logout', {})
  expect(await app.database.read.selectFrom('web_push_subscriptions').select('id').execute()).toEqual([])
})

it('news travels through the outbox: when the service asks to wait, it comes later and once (1:4.14)', async () => {
  const service = await startPushService()
  const { app, asAdmin, asUma, users, settle } = await buildWorld({
    ...REQUEST_PARTS,
    env: { APP_WEB_PUSH_HOSTS: service.host },
  })
  await asAdmin('PUT', PATH, service.subscribe())
  await asAdmin('PUT', `/api/admin/users/${users.uma.user.id}/request-settings`, { require_approval: true })
  service.answer({ status: 429, headers: { 'retry-after': '600' } })
  await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent, title: 'Heat' })
  await settle()
  expect(service.delivered).toEqual([])
  app.clock.advance(599_000)
  await settle()
  expect(service.delivered).toEqual([])
  // The browser takes another address meanwhile; it is the same browser.
  const renewed = service.subscribe()
  await asAdmin('PUT', PATH, renewed)
  app.clock.advance(2000)
  await settle()
  const path = new URL(renewed.endpoint).pathname
  expect(service.delivered).toMatchObject([
    { path, payload: { type: 'request_pending', path: '/approvals', badge: 1 } },
  ])
  // What it replaces when it arrives again (RFC 8030, 5.4).
  const [got] = service.delivered
  expect(got?.headers['topic']).toMatch(/^[\w-]{32}$/)
  expect(got?.payload['tag']).toMatch(/^alert:/)

  // The answer is lost: it may have been shown, so it is not sent again.
  service.answer({ status: 201, cut: true })
  await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.in_cinemas, title: 'Later' })
  await settle()
  app.clock.advance(1_200_000)
  await settle()
  expect(service.delivered).toHaveLength(2)

  // 1/4.14: the personal master silences browsers as it does phones.
  await asAdmin('PUT', '/api/notifications/preferences', { push_enabled: false, request_pending: true })
  expect(refusal(await asAdmin('POST', TEST))).toEqual([409, 'push_disabled_for_user'])
  await asAdmin('PUT', '/api/admin/push-notifications', { enabled: false })
  expect(refusal(await asAdmin('POST', TEST))).toEqual([409, 'push_disabled_by_server'])
  expect(service.delivered).toHaveLength(2)
})

it('apps are listed beside browsers, to their owner alone (1:4.14)', async () => {
  const { app, admin, asAdmin } = await buildWorld()
  const asBob = callAs(app, (await signInAs(app, 'bob', 'user')).access_token)
  const { device_id } = admin
  const path = '/api/devices/push-token'
  await asAdmin('POST', path, { device_id, apns_token: 'a-token-of-a-phone', platform: 'android' })
  const listed = (await asAdmin('GET', path)).body
  expect(listed).toMatchObject([{ device_id, platform: 'android', last_delivered_at: null }])
  expect(JSON.stringify(listed)).not.toContain('a-token-of-a-phone')
  expect((await asBob('GET', path)).body).toEqual([])
  await asAdmin('DELETE', `${path}/${device_id}`)
  expect((await asAdmin('GET', path)).body).toEqual([])
})
