import { hang, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '#test/app.ts'
import { callAs } from '#test/calls.ts'
import { DISCOVERY_PARTS, nextRequest, NO_LISTS, saveDiscoverySettings } from '#test/discovery-calls.ts'
import { shareAmongTests } from '#test/engines.ts'
import { serveHttp } from '#test/loopback-servers.ts'
import { revokeDevice, signInAs } from '#test/people.ts'
import { buildWorld } from '#test/world.ts'

const RELAY = '/api/listsrc/images'
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])

const REFUSED = [
  'evil.example/images/a.webp',
  'trakt.tv/images/a.webp',
  'media.trakt.tv.evil.example/images/a.webp',
  'eviltrakt.tv/images/a.webp',
  'MEDIA.trakt.tv/images/a.webp',
  'media..trakt.tv/images/a.webp',
  'media.trakt.tv:8080/images/a.webp',
  'user@media.trakt.tv/images/a.webp',
  `${'x'.repeat(60)}.trakt.tv/images/a.webp`,
  'media.trakt.tv/a.webp',
  'media.trakt.tv/images',
  'media.trakt.tv/images/',
  'media.trakt.tv/images//a.webp',
  'media.trakt.tv/images/..%2fa.webp',
  'media.trakt.tv/images/a%2fb.webp',
  'media.trakt.tv/images%2Fa.webp',
  'media.trakt.tv/images/%61.webp',
  'media%2Etrakt.tv/images/a.webp',
  'media.trakt.tv/images/a%20b.webp',
  'media.trakt.tv/images/a.webp?size=1',
  `media.trakt.tv/images/${'x'.repeat(512)}`,
]

async function buildWithPoster() {
  const world = await buildWorld(DISCOVERY_PARTS)
  const [row] = (await world.asAdmin('GET', '/api/listsrc/popular?limit=1')).body
  return { ...world, poster: `${RELAY}/${row.images.poster[0]}` }
}

describe('the image relay (1:4.5, 1/4.5, 0.3)', () => {
  it('shows what the list provider names, for a day', async () => {
    const { asAdmin, poster, trakt } = await buildWithPoster()
    const answer = await asAdmin('GET', poster)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.raw.subarray(0, 8).equals(PNG.subarray(0, 8))).toBe(true)
    const [call] = trakt.journal.requests('GET /cdn/*')
    // No key goes where pictures come from.
    expect(call?.headers).not.toHaveProperty('trakt-api-key')
    await asAdmin('GET', poster)
    expect(trakt.journal.requests('GET /cdn/*')).toHaveLength(1)
  })

  it('needs no client id and is there when types are hidden (R1)', async () => {
    const { asAdmin } = await buildWorld({ ...DISCOVERY_PARTS, env: NO_LISTS })
    await saveDiscoverySettings(asAdmin, { hidden_when_unconfigured: { movie: true, tv: true } })
    expect((await asAdmin('GET', `${RELAY}/media.trakt.tv/images/none.jpg.webp`)).status).toBe(404)
  })

  it('refuses what it does not know without asking anybody (C19)', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    for (const address of REFUSED) {
      const answer = await asAdmin('GET', `${RELAY}/${address}`)
      expect([address, answer.status, answer.body.code]).toEqual([address, 400, 'validation'])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(trakt.journal.entries).toEqual([])
  })

  it.each([
    ['404 stays 404', 404, 404],
    ['a refusal is 502', 403, 502],
    ['a failure is 502', 500, 502],
  ])('%s, and is not kept', async (_what, fault, expected) => {
    const { asAdmin, poster, trakt } = await buildWithPoster()
    trakt.faults.next('GET /cdn/*', status(fault))
    const answer = await asAdmin('GET', poster)
    expect([answer.status, answer.headers['cache-control']]).toEqual([expected, 'no-store'])
    expect((await asAdmin('GET', poster)).status).toBe(200)
  })

  it.each([
    ['a drawing that can carry scripts', 'image/svg+xml', Buffer.from('<svg onload="x"/>')],
    ['a page dressed as a picture', 'image/png', Buffer.from('<!doctype html><script></script>')],
    ['more than 5 MiB', 'image/png', Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)])],
  ])('never relays %s', async (_what, type, bytes) => {
    await using cdn = await serveHttp((_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(bytes),
    )
    const { asAdmin } = await buildWorld({ ...DISCOVERY_PARTS, env: { APP_TRAKT_IMAGES_URL: cdn.origin } })
    expect((await asAdmin('GET', `${RELAY}/media.trakt.tv/images/a.webp`)).status).toBe(502)
  })

  it('follows no redirect to somebody else', async () => {
    await using elsewhere = await serveHttp((_request, response) => response.end(PNG))
    await using cdn = await serveHttp((_request, response) =>
      response.writeHead(302, { location: `${elsewhere.origin}/images/a.webp` }).end(),
    )
    const { asAdmin } = await buildWorld({ ...DISCOVERY_PARTS, env: { APP_TRAKT_IMAGES_URL: cdn.origin } })
    expect((await asAdmin('GET', `${RELAY}/media.trakt.tv/images/a.webp`)).status).toBe(502)
    expect(elsewhere.seen).toEqual([])
    expect(cdn.seen).toEqual(['GET /media.trakt.tv/images/a.webp'])
  })

  it('calls a picture what it is, whatever it was called', async () => {
    await using cdn = await serveHttp((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(PNG),
    )
    const { asAdmin } = await buildWorld({ ...DISCOVERY_PARTS, env: { APP_TRAKT_IMAGES_URL: cdn.origin } })
    const answer = await asAdmin('GET', `${RELAY}/media.trakt.tv/images/a.webp`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png'])
  })

  it('is given up in time', async () => {
    const { app, asAdmin, poster, trakt } = await buildWithPoster()
    trakt.faults.always('GET /cdn/*', hang())
    const asked = nextRequest(trakt.journal)
    const answer = asAdmin('GET', poster)
    await asked
    app.clock.advance(10_000)
    expect((await answer).status).toBe(502)
  })
})

describe('the image cookie (R14)', () => {
  const shared = shareAmongTests(buildWithPoster)

  /** Somebody new, with the cookie of their sign-in. */
  async function signedIn(username: string) {
    const world = shared()
    const { app } = world
    await signInAs(app, username, 'user')
    const entered = await callAs(app)('POST', '/api/auth/login', { username, password: PASSWORD })
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    const call = (path: string, headers: Record<string, string>, method = 'GET') =>
      app.call(method, path, { headers })
    return { ...world, cookie, session: entered.body, call }
  }

  it('opens an image relay, among other cookies and alone', async () => {
    const { call, cookie, poster } = await signedIn('bea')
    expect((await call(poster, { cookie })).status).toBe(200)
    expect((await call(poster, { cookie: `theme=dark; ${cookie}; x=y` })).status).toBe(200)
    // Memory knows it now; the answer is the same.
    expect((await call(poster, { cookie })).status).toBe(200)
  })

  it('opens nothing else', async () => {
    const { call, cookie } = await signedIn('cid')
    for (const path of [
      '/api/auth/me',
      '/api/config',
      '/api/listsrc/popular',
      '/api/discover/movies/popular',
    ]) {
      expect([path, (await call(path, { cookie })).status]).toEqual([path, 401])
    }
    expect((await call('/api/auth/logout', { cookie }, 'POST')).status).toBe(401)
  })

  it('does not work as a bearer token, nor an access token as a cookie', async () => {
    const { call, cookie, poster, session } = await signedIn('dan')
    const value = cookie.replace('foyer_images=', '')
    expect((await call(poster, { authorization: `Bearer ${value}` })).status).toBe(401)
    expect((await call(poster, { cookie: `foyer_images=${session.access_token}` })).status).toBe(401)
    expect((await call(poster, { cookie: `not_${cookie}` })).status).toBe(401)
    expect((await call(poster, { cookie: `${cookie}x` })).status).toBe(401)
    expect((await call(poster, {})).status).toBe(401)
  })

  it('does not stand in for a header that is wrong', async () => {
    const { call, cookie, poster } = await signedIn('eve')
    const answer = await call(poster, { cookie, authorization: 'Bearer nonsense' })
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer'])
  })

  it('outlives the access token and dies with the device', async () => {
    const { app, call, cookie, poster, session } = await signedIn('fay')
    app.clock.advance(2 * 3_600_000)
    expect((await app.call('GET', poster, { token: session.access_token })).status).toBe(401)
    expect((await call(poster, { cookie })).status).toBe(200)
    await revokeDevice(app, session.device_id)
    const answer = await call(poster, { cookie })
    expect([answer.status, answer.body.code]).toEqual([401, 'session_revoked'])
  })
})
