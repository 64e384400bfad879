import { garbage, hang, MOVIE, SHOW, status, truncate, wrongKey } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { nextRequest, NO_METADATA, startDiscovery } from '#test/discovery-world.ts'
import { signInAs } from '#test/people.ts'

const MINUTE_MS = 60_000
const POPULAR = '/api/discover/movies/popular'

describe('how long answers are kept (1/4.5)', () => {
  it.each([
    ['/api/discover/trending', 5],
    [POPULAR, 10],
    ['/api/discover/movies', 10],
    ['/api/discover/tv/upcoming', 10],
    ['/api/search?query=paper', 10],
    ['/api/search/keyword?query=lost', 10],
    [`/api/media/movie/${MOVIE.with_file}/similar`, 30],
    [`/api/media/tv/${SHOW.harbour_nine}/recommendations`, 30],
    [`/api/media/movie/${MOVIE.with_file}`, 60],
    ['/api/media/person/700001', 60],
    ['/api/media/person/700001/credits', 60],
  ])('%s: %i minutes', async (path, minutes) => {
    const { app, admin, get, asked } = await startDiscovery()
    const first = await get(path)
    app.clock.advance(minutes * MINUTE_MS - 1)
    const token = await freshToken(app, admin.refresh_token)
    expect((await get(path, { token })).raw.equals(first.raw)).toBe(true)
    expect(asked()).toBe(1)
    app.clock.advance(1)
    expect((await get(path, { token })).status).toBe(200)
    expect(asked()).toBe(2)
  })

  it('counts for everybody, and never for another question', async () => {
    const { app, get, asked } = await startDiscovery()
    const bob = await signInAs(app, 'bob', 'user')
    await get(POPULAR)
    expect((await get(POPULAR, { token: bob.access_token })).status).toBe(200)
    expect(asked()).toBe(1)
    await get(`${POPULAR}?page=2`)
    await get('/api/discover/movies?with_genres=16&sort_by=title.asc')
    await get('/api/discover/movies?sort_by=title.asc&with_genres=16')
    await get('/api/discover/movies?with_genres=16&sort_by=title.desc')
    expect(asked()).toBe(4)
  })
})

async function freshToken(app: Awaited<ReturnType<typeof startDiscovery>>['app'], refresh_token: string) {
  const answer = await app.call('POST', '/api/auth/refresh', { body: { refresh_token } })
  return answer.body.access_token as string
}

describe('coalescing (C31)', () => {
  it.each([
    POPULAR,
    `/api/media/movie/${MOVIE.with_file}`,
    '/api/search?query=the',
    '/api/discover/tv/upcoming',
  ])('%s: a hundred cold requests are one provider call', async path => {
    const { get, asked } = await startDiscovery()
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(path)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
    expect(new Set(answers.map(answer => answer.raw.toString())).size).toBe(1)
    expect(asked()).toBe(1)
  })

  it('holds for the headline row and the list provider too', async () => {
    const { get, world } = await startDiscovery()
    const paths = ['/api/discover/movies/featured', '/api/listsrc/popular', '/api/listsrc/lists']
    for (const path of paths) await Promise.all(Array.from({ length: 100 }, () => get(path)))
    expect(world.trakt.journal.entries.map(entry => entry.path)).toEqual([
      '/movies/trending',
      '/movies/popular',
      '/lists/popular',
    ])
  })

  it('shares a failure among those who wait, and keeps it from everybody else', async () => {
    const { get, world, asked } = await startDiscovery()
    world.tmdb.faults.next('GET /3/movie/popular', status(500))
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(POPULAR)))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([502]))
    expect(asked()).toBe(1)
    expect((await get(POPULAR)).status).toBe(200)
  })
})

describe('a provider that fails (1/4.5)', () => {
  it.each([
    ['fails', status(500)],
    ['is away', status(503)],
    ['asks us to slow down', status(429, { retry_after: 60 })],
    ['refuses the key', wrongKey()],
    ['answers broken JSON', garbage('json')],
    ['answers a portal’s page', garbage('html')],
    ['breaks off', truncate()],
    ['answers another shape', status(200, { body: { results: 'none' } })],
  ])('is 502 when it %s, and the failure is not kept', async (_what, fault) => {
    const { get, world, asked } = await startDiscovery()
    world.tmdb.faults.next('GET /3/movie/popular', fault)
    const answer = await get(POPULAR)
    expect([answer.status, answer.body.code]).toEqual([502, 'upstream_failed'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await get(POPULAR)).status).toBe(200)
    expect(asked()).toBe(2)
  })

  it('never answers 401 for somebody else’s key', async () => {
    const { get } = await startDiscovery({ env: { APP_TMDB_API_KEY: 'f'.repeat(32) } })
    expect((await get(POPULAR)).status).toBe(502)
  })

  it('serves nothing past its time when the provider is gone by then', async () => {
    const { app, get, world } = await startDiscovery()
    expect((await get(POPULAR)).status).toBe(200)
    world.tmdb.faults.always('GET /3/movie/popular', status(503))
    app.clock.advance(10 * MINUTE_MS - 1)
    expect((await get(POPULAR)).status).toBe(200)
    app.clock.advance(1)
    expect((await get(POPULAR)).status).toBe(502)
  })

  it('ties up nobody else while it hangs, and is given up in time', async () => {
    const { app, get, world } = await startDiscovery()
    await get('/api/discover/tv/popular')
    world.tmdb.faults.always('GET /3/movie/popular', hang())
    const asked = nextRequest(world.tmdb.journal)
    const waiting = Array.from({ length: 50 }, () => get(POPULAR))
    await asked
    expect((await get('/api/discover/tv/popular')).status).toBe(200)
    expect((await get(`/api/media/movie/${MOVIE.with_file}`)).status).toBe(200)
    expect((await get('/api/config')).status).toBe(200)
    app.clock.advance(10_000)
    const answers = await Promise.all(waiting)
    expect(new Set(answers.map(answer => `${answer.status} ${answer.body.code}`))).toEqual(
      new Set(['502 upstream_failed']),
    )
  })
})

describe('without a key (1/4.5)', () => {
  it('is 503, also for what was read while there was one', async () => {
    const { app, admin, get, world } = await startDiscovery({ env: NO_METADATA })
    const paths = [POPULAR, '/api/search?query=a', '/api/genres/tv', `/api/media/tv/${SHOW.harbour_nine}`]
    const expectUnconfigured = async () => {
      for (const path of paths) {
        const answer = await get(path)
        expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'metadata_unconfigured'])
      }
    }
    await expectUnconfigured()
    expect(world.tmdb.journal.entries).toEqual([])
    const token = admin.access_token
    const body = { tmdb_access_token: world.tmdb.read_token }
    expect((await app.call('PUT', '/api/admin/credentials', { token, body })).status).toBe(200)
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200])
    const [call] = world.tmdb.journal.requests('GET /3/movie/popular')
    expect(call?.headers.authorization).toBe(`Bearer ${world.tmdb.read_token}`)
    await app.call('DELETE', '/api/admin/credentials/tmdb_access_token', { token })
    await expectUnconfigured()
  })
})

it('leaves compressed for whoever asks for that, the same bytes inside', async () => {
  const { get } = await startDiscovery()
  const plain = await get(POPULAR)
  const packed = await get(POPULAR, { headers: { 'accept-encoding': 'br' } })
  expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual(['br', 'accept-encoding'])
  expect(packed.raw.length).toBeLessThan(plain.raw.length / 2)
})
