import { allRoutes } from '@foyer/contract'
import type { RouteDefinition } from '@foyer/contract/route'
import { expect, it } from 'vitest'
import { newId } from '#kit/ids.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { insertInstance } from '#test/managers.ts'
import { signInAs } from '#test/people.ts'
import { seedIssue } from '#test/seed-remediation.ts'

/** Titles and pictures belong to nobody; what a kids account sees of them is kids-surfaces.test.ts. */
const OF_NOBODY = /^GET \/api\/(media|listsrc|images|discover|requests\/\{tmdb_id\})\//

/** These name a provider; whose account it is follows from the caller (ai-links.test.ts, ai-settings.test.ts). */
const OF_THE_CALLER = /^[A-Z]+ \/api\/ai\/(\{oauth\}(\/status|\/device\/begin)?|credentials\/\{provider\})$/

interface Parts {
  app: TestApp
  /** Whose thing it is, and who must not touch it. */
  ana: { token: string; user_id: number }
  bob: { token: string; user_id: number }
}

/** Per route that names a thing of somebody: tries it as somebody else, and looks that nothing came of it. */
const CASES: Readonly<Record<string, (route: RouteDefinition, parts: Parts) => Promise<void>>> = {
  'DELETE /api/auth/passkeys/{credentialID}': async (route, { app, ana, bob }) => {
    await addPasskey(app, 'pk_ana', ana.user_id)
    const path = route.path.replace('{credentialID}', 'pk_ana')
    const refused = await app.call(route.method, path, { token: bob.token })
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    const left = await app.call('GET', '/api/auth/passkeys', { token: ana.token })
    expect(left.body).toHaveLength(1)
  },
  'DELETE /api/devices/push-token/{deviceID}': async (route, { app, ana, bob }) => {
    const { body: me } = await app.call('GET', '/api/auth/me', { token: ana.token })
    const body = { device_id: me.device_id, apns_token: 'phone', platform: 'ios' }
    await app.call('POST', '/api/devices/push-token', { token: ana.token, body })
    const path = route.path.replace('{deviceID}', me.device_id)
    const refused = await app.call(route.method, path, { token: bob.token })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    const left = await app.database.read.selectFrom('push_tokens').select('removed_at').execute()
    expect(left).toEqual([{ removed_at: null }])
  },
  'POST /api/notifications/inbox/{id}/read': async (route, { app, ana, bob }) => {
    const id = await addNotice(app, ana.user_id)
    const refused = await app.call(route.method, route.path.replace('{id}', String(id)), {
      token: bob.token,
      body: {},
    })
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    const left = await app.call('GET', '/api/notifications/inbox/unread', { token: ana.token })
    expect(left.body).toEqual({ unread: 1 })
  },
  'DELETE /api/me/devices/{id}': async (route, { app, ana, bob }) => {
    const { body: me } = await app.call('GET', '/api/auth/me', { token: ana.token })
    const refused = await app.call(route.method, route.path.replace('{id}', me.device_id), {
      token: bob.token,
    })
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    expect((await app.call('GET', '/api/auth/me', { token: ana.token })).status).toBe(200)
  },
  'DELETE /api/notifications/web-push/{deviceID}': async (route, { app, ana, bob }) => {
    const { body: me } = await app.call('GET', '/api/auth/me', { token: ana.token })
    const path = route.path.replace('{deviceID}', me.device_id)
    const refused = await app.call(route.method, path, { token: bob.token })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  },
  'GET /api/issues/{id}': (route, parts) => expectOthersReport(route, parts, [404, 'not_found']),
  'POST /api/issues/{id}/reply': (route, parts) => expectOthersReport(route, parts, [404, 'not_found']),
  // 2/4.9: who may not confirm is told so.
  'POST /api/issues/{id}/confirm-fixed': (route, parts) =>
    expectOthersReport(route, parts, [403, 'forbidden']),
  '* /api/me/destinations/{id}': (route, parts) => expectOthersDestination(route, parts, { name: 'Mine' }),
  '* /api/me/destinations/{id}/test': (route, parts) => expectOthersDestination(route, parts, {}),
  '* /api/me/watchlist/{kind}/{id}': async (route, { app, ana, bob }) => {
    const path = route.path.replace('{kind}', 'person').replace('{id}', '1')
    await app.call('PUT', path, { token: ana.token, body: { tell: { arrived: false } } })
    const options = { token: bob.token, ...(route.method === 'PUT' && { body: {} }) }
    expect((await app.call(route.method, path, options)).status).toBe(200)
    const left = await app.call('GET', '/api/me/watchlist', { token: ana.token })
    expect(left.body.entries).toMatchObject([{ id: '1', tell: { arrived: false } }])
  },
  // 2/4.12: a box that nobody shared with them, and one that is not there, are alike.
  'POST /api/set-top-boxes/{id}/open': (route, parts) =>
    expectOthersBox(route, parts, { media_type: 'movie', tmdb_id: 1 }),
  'POST /api/set-top-boxes/{id}/confirm-open': (route, parts) =>
    expectOthersBox(route, parts, { confirmation_id: 'of another' }),
  '* /api/ai/{oauth}/device/{flowID}': async (route, { app, ana, bob }) => {
    const id = `fl_${route.method}`
    await addAiFlow(app, id, ana.user_id)
    const path = route.path.replace('{oauth}', 'oauth-a').replace('{flowID}', id)
    const refused = await app.call(route.method, path, { token: bob.token })
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
    const left = await app.database.read.selectFrom('ai_device_flows').select('status').execute()
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set(['pending']))
  },
  '* /api/instances/{id}/proxy/{path*}': (route, parts) =>
    expectClosed(route, parts, '/api/instances/in_books/proxy/api/v1/book'),
  '* /api/instances/{id}/proxy/MediaCover/{path*}': (route, parts) =>
    expectClosed(route, parts, '/api/instances/in_books/proxy/MediaCover/Books/1/cover.jpg'),
  'POST /api/media-servers/{instanceID}/account': (route, parts) =>
    expectClosed(route, parts, '/api/media-servers/in_jellyfin/account', { password: 'a new password' }),
  'POST /api/media-servers/{instanceID}/account/link': (route, parts) =>
    expectClosed(route, parts, '/api/media-servers/in_jellyfin/account/link', {
      username: 'bob',
      password: 'x',
    }),
}

async function expectOthersReport(
  { method, path }: RouteDefinition,
  { app, ana, bob }: Parts,
  expected: readonly [number, string],
): Promise<void> {
  const id = await seedIssue(app.database, { source: 'user', reporter_id: ana.user_id })
  const body = method === 'GET' ? {} : { body: { body: 'It is mine.' } }
  const refused = await app.call(method, path.replace('{id}', String(id)), { token: bob.token, ...body })
  expect([refused.status, refused.body.code]).toEqual(expected)
  const left = await app.call('GET', `/api/issues/${id}`, { token: ana.token })
  expect([left.body.issue.status, left.body.thread]).toEqual(['open', []])
}

async function expectOthersDestination(
  { method, path }: RouteDefinition,
  { app, ana, bob }: Parts,
  body: object,
): Promise<void> {
  const draft = { kind: 'ntfy', name: 'Phone', address: 'https://ntfy.example.org/ana' }
  const { body: made } = await app.call('POST', '/api/me/destinations', { token: ana.token, body: draft })
  const options = { token: bob.token, ...(method !== 'GET' && method !== 'DELETE' && { body }) }
  const refused = await app.call(method, path.replace('{id}', made.id), options)
  expect([method, refused.status, refused.body.code]).toEqual([method, 404, 'not_found'])
  const left = await app.call('GET', `/api/me/destinations/${made.id}`, { token: ana.token })
  expect([left.status, left.body]).toEqual([200, made])
}

async function expectOthersBox(
  { method, path }: RouteDefinition,
  { app, bob }: Parts,
  body: object,
): Promise<void> {
  const id = newId('box')
  const at = app.clock.now().toISOString()
  const box = { name: 'TV', address: '192.0.2.7', identifier: id, credentials_box: '', revision: 1 }
  await app.database.transaction(tx =>
    tx
      .insertInto('set_top_boxes')
      .values({ id, ...box, created_at: at, updated_at: at })
      .execute(),
  )
  const refused = await app.call(method, path.replace('{id}', id), { token: bob.token, body })
  expect([refused.status, refused.body.code]).toEqual([403, 'not_available'])
  const unknown = await app.call(method, path.replace('{id}', 'box_none'), { token: bob.token, body })
  expect(unknown.raw.equals(refused.raw)).toBe(true)
}

async function expectClosed(
  route: RouteDefinition,
  { app, bob }: Parts,
  path: string,
  body?: object,
): Promise<void> {
  const options = { token: bob.token, ...(body && { body }) }
  const refused = await app.call(route.method, path, options)
  expect([route.method, refused.status]).toEqual([route.method, 403])
  // 0.6: one body for what is not theirs and for what is not there.
  const unknown = await app.call(route.method, path.replace(/in_[a-z]+/, 'in_none'), options)
  expect(unknown.raw.equals(refused.raw)).toBe(true)
}

/** Tried by the journeys of their own slices, which make the things that these speak of. */
const ELSEWHERE =
  /^((GET|POST|DELETE) \/api\/requests\/\{id\}(\/delivery)?|GET \/api\/media-servers\/\{id\}\/covers\/\{item_id\})$/

const named = allRoutes.filter(route => route.access === 'user' && route.path.includes('{'))
const nameOf = ({ method, path }: RouteDefinition) => `${method} ${path}`
const caseOf = (route: RouteDefinition) => CASES[nameOf(route)] ?? CASES[`* ${route.path}`]

async function addPasskey(app: TestApp, id: string, user_id: number): Promise<void> {
  const fixed = { public_key: '', counter: 0, transports: '[]', name: 'Laptop', last_used_at: null }
  const created_at = app.clock.now().toISOString()
  await app.database.transaction(tx =>
    tx
      .insertInto('passkeys')
      .values({ id, user_id, credential_id: id, created_at, ...fixed })
      .execute(),
  )
}

async function addAiFlow(app: TestApp, id: string, user_id: number): Promise<void> {
  const at = app.clock.now().toISOString()
  const fixed = {
    model: 'm',
    device_code_box: 'v1.sealed',
    tokens_box: null,
    error: null,
    interval_seconds: 5,
  }
  const times = { next_poll_at: at, expires_at: '2099-01-01T00:00:00.000Z', created_at: at }
  await app.database.transaction(tx =>
    tx
      .insertInto('ai_device_flows')
      .values({
        id,
        owner: `user:${user_id}`,
        user_id,
        device_id: 'd_ana',
        provider: 'oauth_a',
        status: 'pending',
        ...fixed,
        ...times,
      })
      .execute(),
  )
}

async function addNotice(app: TestApp, user_id: number): Promise<number> {
  const about = { media_type: null, tmdb_id: null, instance_id: null, data: '{}', read_at: null }
  const created_at = app.clock.now().toISOString()
  const { id } = await app.database.transaction(tx =>
    tx
      .insertInto('inbox_entries')
      .values({ user_id, alert_id: 1, type: 'request_decision', created_at, ...about })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}

it('says of every route that names a thing whose it is', () => {
  const unsaid = named
    .filter(route => !caseOf(route))
    .map(nameOf)
    .filter(name => ![OF_NOBODY, OF_THE_CALLER, ELSEWHERE].some(pattern => pattern.test(name)))
  // A new one: add a case above that tries it as somebody else.
  expect(unsaid).toEqual([])
})

it('opens a thing to its owner alone', async () => {
  const app = await startApp()
  const ana = await app.setUp()
  const bob = await signInAs(app, 'bob', 'user')
  await insertInstance(app, { id: 'in_books', service_type: 'book_manager' })
  await insertInstance(app, { id: 'in_jellyfin', service_type: 'account_server_a' })
  const as = ({ access_token, user }: typeof ana) => ({ token: access_token, user_id: user.id })
  const parts = { app, ana: as(ana), bob: as(bob) }
  for (const route of named) await caseOf(route)?.(route, parts)
})
