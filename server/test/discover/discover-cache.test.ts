import { garbage, hang, MOVIE, SHOW, status, truncate, wrongKey } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '#kit/durations.ts'
import type { TestApp } from '#test/app.ts'
import { callAs } from '#test/calls.ts'
import {
  countCalls,
  DISCOVERY_PARTS,
  nextRequest,
  NO_METADATA,
  shareDiscovery,
} from '#test/discovery-calls.ts'
import { buildWorld } from '#test/world.ts'

const POPULAR = '/api/discover/movies/popular'

/** One world for tests that move its clock, on which sessions end. */
function shareOverTime() {
  const begin = shareDiscovery()
  return async () => {
    const world = begin()
    const { app, admin } = world
    return { ...world, asAdmin: callAs(app, await freshToken(app, admin.refresh_token)) }
  }
}

describe('how long answers are kept (1/4.5)', () => {
  const begin = shareOverTime()

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
    const { app, admin, asAdmin, tmdb } = await begin()
    const first = await asAdmin('GET', path)
    app.clock.advance(minutes * MINUTE_MS - 1)
    const again = callAs(app, await freshToken(app, admin.refresh_token))
    expect((await again('GET', path)).raw.equals(first.raw)).toBe(true)
    expect(countCalls(tmdb)).toBe(1)
    app.clock.advance(1)
    expect((await again('GET', path)).status).toBe(200)
    expect(countCalls(tmdb)).toBe(2)
  })

  it('counts for everybody, and never for another question', async () => {
    const { asAdmin, asBob, tmdb } = await buildWorld({ ...DISCOVERY_PARTS, users: ['bob'] })
    await asAdmin('GET', POPULAR)
    expect((await asBob('GET', POPULAR)).status).toBe(200)
    expect(countCalls(tmdb)).toBe(1)
    await asAdmin('GET', `${POPULAR}?page=2`)
    await asAdmin('GET', '/api/discover/movies?with_genres=16&sort_by=title.asc')
    await asAdmin('GET', '/api/discover/movies?sort_by=title.asc&with_genres=16')
    await asAdmin('GET', '/api/discover/movies?with_genres=16&sort_by=title.desc')
    expect(countCalls(tmdb)).toBe(4)
  })
})

async function freshToken(app: TestApp, refresh_token: string) {
  const answer = await app.call('POST', '/api/auth/refresh', { body: { refresh_token } })
  return answer.body.access_token as string
}

describe('coalescing (C31)', () => {
  describe('of what nobody asked for before', () => {
    const begin = shareDiscovery()

    it.each([
      POPULAR,
      `/api/media/movie/${MOVIE.with_file}`,
      '/api/search?query=the',
      '/api/discover/tv/upcoming',
    ])('%s: a hundred cold requests are one provider call', async path => {
      const { asAdmin, tmdb } = begin()
      const answers = await Promise.all(Array.from({ length: 100 }, () => asAdmin('GET', path)))
      expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([200]))
      expect(new Set(answers.map(answer => answer.raw.toString())).size).toBe(1)
      expect(countCalls(tmdb)).toBe(1)
    })
  })

  it('holds for the headline row and the list provider too', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    const paths = ['/api/discover/movies/featured', '/api/listsrc/popular', '/api/listsrc/lists']
    for (const path of paths) await Promise.all(Array.from({ length: 100 }, () => asAdmin('GET', path)))
    expect(trakt.journal.entries.map(entry => entry.path)).toEqual([
      '/movies/trending',
      '/movies/popular',
      '/lists/popular',
    ])
  })

  it('shares a failure among those who wait, and keeps it from everybody else', async () => {
    const { app, asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    tmdb.faults.next('GET /3/movie/popular', hang())
    const asked = nextRequest(tmdb.journal)
    const waiting = Array.from({ length: 20 }, () => asAdmin('GET', POPULAR))
    await asked
    // It comes after all of them and goes to the provider and back: by then they all wait.
    expect((await asAdmin('GET', '/api/discover/tv/popular')).status).toBe(200)
    app.clock.advance(10_000)
    const answers = await Promise.all(waiting)
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([502]))
    expect(countCalls(tmdb, 'GET /3/movie/popular')).toBe(1)
    expect((await asAdmin('GET', POPULAR)).status).toBe(200)
  })
})

describe('a provider that fails (1/4.5)', () => {
  const begin = shareOverTime()

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
    const { app, asAdmin, tmdb } = await begin()
    // Nothing is kept from the case before.
    app.clock.advance(10 * MINUTE_MS)
    tmdb.faults.next('GET /3/movie/popular', fault)
    const answer = await asAdmin('GET', POPULAR)
    expect([answer.status, answer.body.code]).toEqual([502, 'upstream_failed'])
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await asAdmin('GET', POPULAR)).status).toBe(200)
    expect(countCalls(tmdb)).toBe(2)
  })

  it('never answers 401 for somebody else’s key', async () => {
    const { asAdmin } = await buildWorld({ ...DISCOVERY_PARTS, env: { APP_TMDB_API_KEY: 'f'.repeat(32) } })
    expect((await asAdmin('GET', POPULAR)).status).toBe(502)
  })

  it('serves nothing past its time when the provider is gone by then', async () => {
    const { app, asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    expect((await asAdmin('GET', POPULAR)).status).toBe(200)
    tmdb.faults.always('GET /3/movie/popular', status(503))
    app.clock.advance(10 * MINUTE_MS - 1)
    expect((await asAdmin('GET', POPULAR)).status).toBe(200)
    app.clock.advance(1)
    expect((await asAdmin('GET', POPULAR)).status).toBe(502)
  })

  it('ties up nobody else while it hangs, and is given up in time', async () => {
    const { app, asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    await asAdmin('GET', '/api/discover/tv/popular')
    tmdb.faults.always('GET /3/movie/popular', hang())
    const asked = nextRequest(tmdb.journal)
    const waiting = Array.from({ length: 50 }, () => asAdmin('GET', POPULAR))
    await asked
    expect((await asAdmin('GET', '/api/discover/tv/popular')).status).toBe(200)
    expect((await asAdmin('GET', `/api/media/movie/${MOVIE.with_file}`)).status).toBe(200)
    expect((await asAdmin('GET', '/api/config')).status).toBe(200)
    app.clock.advance(10_000)
    const answers = await Promise.all(waiting)
    expect(new Set(answers.map(answer => `${answer.status} ${answer.body.code}`))).toEqual(
      new Set(['502 upstream_failed']),
    )
  })
})

describe('without a key (1/4.5)', () => {
  it('is 503, also for what was read while there was one', async () => {
    const { asAdmin, tmdb } = await buildWorld({ ...DISCOVERY_PARTS, env: NO_METADATA })
    const paths = [POPULAR, '/api/search?query=a', '/api/genres/tv', `/api/media/tv/${SHOW.harbour_nine}`]
    const expectUnconfigured = async () => {
      for (const path of paths) {
        const answer = await asAdmin('GET', path)
        expect([path, answer.status, answer.body.code]).toEqual([path, 503, 'metadata_unconfigured'])
      }
    }
    await expectUnconfigured()
    expect(tmdb.journal.entries).toEqual([])
    const body = { tmdb_access_token: tmdb.read_token }
    expect((await asAdmin('PUT', '/api/admin/credentials', body)).status).toBe(200)
    for (const path of paths) expect([path, (await asAdmin('GET', path)).status]).toEqual([path, 200])
    const [call] = tmdb.journal.requests('GET /3/movie/popular')
    expect(call?.headers.authorization).toBe(`Bearer ${tmdb.read_token}`)
    await asAdmin('DELETE', '/api/admin/credentials/tmdb_access_token')
    await expectUnconfigured()
  })
})

it('leaves compressed for whoever asks for that, the same bytes inside', async () => {
  const { app, admin, asAdmin } = await buildWorld(DISCOVERY_PARTS)
  const plain = await asAdmin('GET', POPULAR)
  const headers = { 'accept-encoding': 'br' }
  const packed = await app.call('GET', POPULAR, { token: admin.access_token, headers })
  expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual(['br', 'accept-encoding'])
  expect(packed.raw.length).toBeLessThan(plain.raw.length / 2)
})
