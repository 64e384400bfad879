import { ALERT_CATEGORIES, CATEGORY_DEFAULTS } from '@foyer/contract/notifications'
import type { TokenResponse } from '@foyer/contract/sessions/sessions'
import { MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { type Call, callAs, refusal } from '#test/calls.ts'
import { installHook } from '#test/library-hooks.ts'
import { startSimulators } from '#test/managers.ts'
import { signInAs } from '#test/people.ts'
import { create, REQUEST_PARTS } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const ALL_ON = Object.fromEntries(ALERT_CATEGORIES.map(category => [category, true]))
const PREFERENCES = '/api/notifications/preferences'
const TOKEN = '/api/devices/push-token'
const TEST = '/api/notifications/test'
const POLICY_PATH = '/api/admin/push-notifications'

async function openGateway() {
  return (await startSimulators({ products: ['pushGateway'] })).pushGateway
}

const addPhone = (as: Call, { device_id }: TokenResponse, platform = 'ios') =>
  as('POST', TOKEN, { device_id, apns_token: `phone-${device_id}`, platform })

describe('preferences and policy (1:4.14, 1/4.14)', () => {
  it('are personal within what the server allows, and neither changes the other', async () => {
    const { app, admin, asAdmin } = await buildWorld()
    const bo = await signInAs(app, 'bo', 'user')
    const asBo = callAs(app, bo.access_token)
    const server_policy = { enabled: true, categories: ALL_ON }
    const defaults = { push_enabled: true, ...CATEGORY_DEFAULTS, server_policy }
    expect((await asBo('GET', PREFERENCES)).body).toEqual(defaults)

    const off = Object.fromEntries(ALERT_CATEGORIES.map(category => [category, false]))
    const sent = { new_movie: true, request_auto_approved: true, server_policy: { enabled: false }, x: 1 }
    const saved = await asBo('PUT', PREFERENCES, sent)
    const expected = {
      ...off,
      push_enabled: true,
      new_movie: true,
      request_auto_approved: true,
      server_policy,
    }
    expect([saved.status, saved.body]).toEqual([200, expected])
    await asBo('PUT', PREFERENCES, { push_enabled: false })
    expect((await asBo('GET', PREFERENCES)).body).toEqual({
      ...off,
      push_enabled: false,
      request_auto_approved: true,
      server_policy,
    })
    for (const wrong of [{ new_movie: 'yes' }, { push_enabled: 1 }, { request_pending: null }]) {
      expect(refusal(await asBo('PUT', PREFERENCES, wrong))).toEqual([400, 'validation'])
    }
    expect((await asAdmin('GET', PREFERENCES)).body).toEqual(defaults)

    const policy = { enabled: true, categories: ALL_ON, gateway_configured: false, gateway_enrolled: false }
    expect((await asAdmin('GET', POLICY_PATH)).body).toMatchObject({ ...policy, failing_since: null })
    expect((await asBo('GET', POLICY_PATH)).status).toBe(403)
    const changed = await asAdmin('PUT', POLICY_PATH, { categories: { new_book: false } })
    expect(changed.body).toMatchObject({ ...policy, categories: { ...ALL_ON, new_book: false } })
    await asAdmin('PUT', POLICY_PATH, { enabled: false, categories: { new_music: false } })
    const categories = { ...ALL_ON, new_book: false, new_music: false }
    expect((await asBo('GET', PREFERENCES)).body.server_policy).toEqual({ enabled: false, categories })
    const unknown = { categories: { horoscope: true } }
    expect(refusal(await asAdmin('PUT', POLICY_PATH, unknown))).toEqual([400, 'validation'])
    const large = { categories: {}, padding: 'x'.repeat(9000) }
    expect(refusal(await asAdmin('PUT', POLICY_PATH, large))).toEqual([413, 'body_too_large'])

    // 409 of the server, then of the person, then 503: in this order.
    expect(refusal(await asBo('POST', TEST))).toEqual([409, 'push_disabled_by_server'])
    await asAdmin('PUT', POLICY_PATH, { enabled: true })
    expect(refusal(await asBo('POST', TEST))).toEqual([409, 'push_disabled_for_user'])
    const forBo = `/api/admin/users/${bo.user.id}/test-push`
    expect(refusal(await asAdmin('POST', forBo))).toEqual([409, 'push_disabled_for_user'])
    expect(refusal(await asAdmin('POST', TEST))).toEqual([503, 'push_not_configured'])
    // A token is kept also while there is no gateway.
    expect((await addPhone(asAdmin, admin)).body).toEqual({ success: true })
    expect(refusal(await asAdmin('POST', TEST))).toEqual([503, 'push_not_configured'])
  })
})

it('a phone is registered, tested and forgotten; logging out ends it (1:4.12, 1:4.14, C27)', async () => {
  const gateway = await openGateway()
  gateway.gate('let me in')
  const { app, admin, asAdmin } = await buildWorld({
    env: { APP_PUSH_GATEWAY_URL: gateway.url, APP_PUSH_ENROLL_TOKEN: 'let me in', APP_SERVER_NAME: 'Home' },
  })
  await app.jobs.settle()
  expect(gateway.enrolled()).toEqual(['Home'])
  expect((await asAdmin('GET', POLICY_PATH)).body).toMatchObject({
    gateway_configured: true,
    gateway_enrolled: true,
  })
  const bo = await signInAs(app, 'bo', 'user')
  const asBo = callAs(app, bo.access_token)
  expect((await asBo('POST', TEST)).body).toEqual({ tokens: 0, sent: 0, failed: 0, results: [] })

  expect(refusal(await addPhone(asBo, admin))).toEqual([403, 'forbidden'])
  expect(refusal(await asBo('DELETE', `${TOKEN}/${admin.device_id}`))).toEqual([403, 'forbidden'])
  for (const wrong of [{ apns_token: 'x'.repeat(4097) }, { apns_token: '' }, { platform: 'toaster' }]) {
    const body = { device_id: bo.device_id, apns_token: 'x', platform: 'ios', ...wrong }
    expect(refusal(await asBo('POST', TOKEN, body))).toEqual([400, 'validation'])
  }
  expect((await addPhone(asBo, bo, 'android')).body).toEqual({ success: true })
  const row = { device_id: bo.device_id, ok: true, pruned: false }
  const result = { tokens: 1, sent: 1, failed: 0, results: [row] }
  // Categories do not matter to a test (1:4.14).
  await asBo('PUT', PREFERENCES, {})
  expect((await asBo('POST', TEST)).body).toEqual(result)
  expect((await asAdmin('POST', `/api/admin/users/${bo.user.id}/test-push`)).body).toEqual(result)
  expect(refusal(await asAdmin('POST', '/api/admin/users/99/test-push'))).toEqual([404, 'not_found'])
  expect(gateway.devices()).toMatchObject([{ platform: 'android', user_id: String(bo.user.id) }])

  gateway.faults.next('POST /v1/notifications', status(500))
  const failed = await asBo('POST', TEST)
  expect([failed.status, failed.body.sent, failed.body.failed]).toEqual([200, 0, 1])
  expect((await asAdmin('GET', POLICY_PATH)).body.last_error).toBe('bad_answer')

  expect((await asBo('DELETE', `${TOKEN}/${bo.device_id}`)).body).toEqual({ success: true })
  expect((await asBo('DELETE', `${TOKEN}/${bo.device_id}`)).body).toEqual({ success: true })
  await app.jobs.settle()
  expect(gateway.devices()).toEqual([])
  await addPhone(asBo, bo)
  await app.jobs.settle()
  expect(gateway.devices()).toHaveLength(1)
  await asBo('POST', '/api/auth/logout')
  await app.jobs.settle()
  expect(gateway.devices()).toEqual([])

  // Nothing of the gateway's is in a log, and no gateway at all is 502.
  const logged = JSON.stringify(app.log.entries)
  for (const secret of ['let me in', 'phone-', 'pg_key_']) expect(logged).not.toContain(secret)
  await addPhone(asAdmin, admin)
  await app.jobs.settle()
  await gateway.close()
  expect(refusal(await asAdmin('POST', TEST))).toEqual([502, 'upstream_failed'])
})

it('requests and imports reach the phones of those who may know (1:6, 1/4.14)', async () => {
  const world = await buildWorld({
    ...REQUEST_PARTS,
    products: [...REQUEST_PARTS.products, 'pushGateway'],
    kids: ['kim'],
  })
  const { app, admin, asAdmin, users, asUma, asKim, instance_ids, pushGateway: gateway } = world
  for (const [as, person] of [
    [asAdmin, admin],
    [asUma, users.uma],
    [asKim, users.kim],
  ] as const) {
    await addPhone(as, person)
  }
  const names = new Map([admin, users.uma, users.kim].map(one => [one.device_id, one.user.username]))
  let seen = 0
  /** Who was rung for what since the last look. */
  async function news() {
    await app.jobs.settle()
    app.clock.advance(3_000)
    await app.jobs.settle()
    const rung = gateway.rung().slice(seen)
    seen = gateway.rung().length
    // Whom it reaches first is nobody's promise.
    return rung
      .map(one => ({ ...one, who: names.get(one.device_id) ?? '' }))
      .toSorted((a, b) => a.who.localeCompare(b.who))
  }
  await news()

  // A request that needs approval, its badge, and what became of it.
  await asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })
  await asUma('PUT', PREFERENCES, { request_decision: true, new_movie: true, new_episode: true })
  const asked = await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.absent })
  expect(asked.body.status).toBe('pending')
  const { request_id } = asked.body
  const [pending, ...none] = await news()
  expect(none).toEqual([])
  expect(pending).toMatchObject({
    who: 'ana',
    badge: 1,
    collapse_id: expect.stringMatching(/^alert:\d+:/),
  })
  // 1/4.14: these keys and no others; a gateway is somebody else's.
  const user_id = users.uma.user.id
  const about = { request_id, user_id, media_type: 'movie', tmdb_id: MOVIE.absent }
  expect(pending?.data).toEqual({ type: 'request_pending', ...about })
  await asAdmin('POST', `/api/admin/requests/${request_id}/deny`, { reason: 'not now' })
  const [decision] = await news()
  expect(decision).toMatchObject({ who: 'uma', data: { type: 'request_decision', request_id } })

  // Off by default (1/4.14): who asked, and admins, as far as they want to know.
  await asAdmin('PUT', '/api/admin/request-settings', { require_approval: false })
  await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.in_cinemas })
  expect(await news()).toEqual([])
  await asUma('PUT', PREFERENCES, { request_auto_approved: true, new_movie: true, new_episode: true })
  await create(asUma, { media_type: 'movie', tmdb_id: MOVIE.non_english })
  const accepted = (await news()).map(one => [one.who, one.data['type'], one.data['tmdb_id']])
  expect(accepted).toEqual([['uma', 'request_auto_approved', MOVIE.non_english]])

  // A movie that kim may not see, one that kim may, and 26 episodes that come one by one.
  const ofMovies = await installHook(app, instance_ids.movies)
  const ofSeries = await installHook(app, instance_ids.series)
  const movie = (tmdbId: number) => ({ movie: { id: 1, title: `Movie ${tmdbId}`, tmdbId }, isUpgrade: false })
  await ofMovies(movie(MOVIE.above_pg_cap))
  expect((await news()).map(one => one.who)).toEqual(['ana', 'uma'])
  await ofMovies(movie(MOVIE.with_file))
  expect((await news()).map(one => one.who)).toEqual(['ana', 'kim', 'uma'])
  const show = { id: 1, title: 'Harbour Nine', tvdbId: 430_001, tmdbId: SHOW.harbour_nine }
  for (let n = 1; n <= 26; n += 1) {
    await ofSeries({ series: show, episodes: [{ seasonNumber: 1, episodeNumber: n }], isUpgrade: false })
  }
  const episodes = (await news()).filter(one => one.who !== 'kim')
  expect(episodes.map(one => [one.who, one.data['type'], one.data['count']])).toEqual([
    ['ana', 'new_episode', 26],
    ['uma', 'new_episode', 26],
  ])

  // Upgrades are for admins who want them; a library that somebody cannot see is not talked about.
  const upgrade = { ...movie(MOVIE.unmonitored), isUpgrade: true }
  await ofMovies(upgrade)
  expect(await news()).toEqual([])
  await asAdmin('PUT', PREFERENCES, { content_upgraded: true, new_movie: true })
  app.clock.advance(10 * 60_000)
  await ofMovies(upgrade)
  expect((await news()).map(one => [one.who, one.data['type']])).toEqual([['ana', 'content_upgraded']])
  const other = await asAdmin('POST', '/api/admin/instances', {
    service_type: 'movie_manager',
    name: 'Hidden',
    url: world.radarr.url,
    api_key: world.radarr.api_key,
  })
  const ofHidden = await installHook(app, other.body.id)
  await ofHidden(movie(MOVIE.with_file))
  expect((await news()).map(one => one.who)).toEqual(['ana'])
})
