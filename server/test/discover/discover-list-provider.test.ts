import { garbage, hang, LIST, SHOW, status } from '@foyer/simulators'
import { openTraktDocument } from '@foyer/simulators/trakt/trakt-document'
import { describe, expect, it } from 'vitest'
import { DISCOVERY_PARTS, nextRequest, NO_LISTS, shareDiscovery } from '#test/discovery-calls.ts'
import { buildWorld } from '#test/world.ts'

const ITEMS = `/api/listsrc/lists/${LIST.mixed.user}/${LIST.mixed.slug}/items`

const REFUSED = [
  'trending?type=movie',
  'popular?type=',
  'calendar?type=people',
  'calendar?days=0',
  'calendar?days=32',
  'calendar?days=week',
  'calendar?start=2026-02-30',
  'calendar?start=today',
  'lists/mara%2Fholt/x/items',
  'lists/mara%20holt/x/items',
  `lists/${'x'.repeat(129)}/x/items`,
  'lists/mara-holt/x/items?type=seasons',
]

describe('the list provider (1:4.5, 1/4.5)', () => {
  describe('passes on', () => {
    const begin = shareDiscovery()

    it.each([
      ['trending', 'GET /movies/trending', { watchers: expect.any(Number), movie: expect.any(Object) }],
      [
        'trending?type=shows',
        'GET /shows/trending',
        { watchers: expect.any(Number), show: expect.any(Object) },
      ],
      ['popular', 'GET /movies/popular', { title: expect.any(String), ids: expect.any(Object) }],
      ['popular?type=shows', 'GET /shows/popular', { title: expect.any(String) }],
      [
        'anticipated',
        'GET /movies/anticipated',
        { list_count: expect.any(Number), movie: expect.any(Object) },
      ],
      ['lists', 'GET /lists/popular', { like_count: expect.any(Number), list: expect.any(Object) }],
    ])('%s: the provider’s own array, and its word about the page', async (path, upstream, row) => {
      const { asAdmin, trakt } = begin()
      const joint = path.includes('?') ? '&' : '?'
      const answer = await asAdmin('GET', `/api/listsrc/${path}${joint}page=2&limit=5`)
      expect(answer.status).toBe(200)
      const [call] = trakt.journal.requests(upstream)
      expect(answer.raw.toString()).toBe(JSON.stringify(call?.answer?.body))
      expect(answer.body).toHaveLength(5)
      expect(answer.body[0]).toMatchObject(row)
      expect(answer.headers).toMatchObject({
        'x-pagination-page': '2',
        'x-pagination-limit': '5',
        'x-pagination-page-count': expect.stringMatching(/^\d+$/),
        'x-pagination-item-count': expect.stringMatching(/^\d+$/),
      })
      expect([call?.query.get('page'), call?.query.get('limit')]).toEqual(['2', '5'])
    })
  })

  it('fetches entries with full info and images', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    const [row] = (await asAdmin('GET', '/api/listsrc/trending')).body
    expect(row.movie.overview).toEqual(expect.any(String))
    expect(row.movie.images.poster[0]).toMatch(/^media\.trakt\.tv\/images\//)
    expect(trakt.journal.entries[0]?.query.get('extended')).toBe('full,images')
  })

  it('answers what is on a list, by type when asked', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    const types = (rows: { type: string }[]) => new Set(rows.map(row => row.type))
    const all = await asAdmin('GET', ITEMS)
    expect(types(all.body)).toEqual(new Set(['movie', 'show', 'season', 'episode', 'person']))
    expect(all.body[0]).toMatchObject({ rank: 1, id: expect.any(Number), listed_at: expect.any(String) })
    expect(types((await asAdmin('GET', `${ITEMS}?type=movies`)).body)).toEqual(new Set(['movie']))
    expect(types((await asAdmin('GET', `${ITEMS}?type=shows`)).body)).toEqual(new Set(['show']))
    expect(trakt.journal.entries.map(entry => entry.path.split('/items')[1])).toEqual(['', '/movie', '/show'])
  })

  it('is 404 for a list that is not there', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    const answer = await asAdmin('GET', '/api/listsrc/lists/nobody/nothing/items')
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    await asAdmin('GET', '/api/listsrc/lists/nobody/nothing/items')
    expect(trakt.journal.entries).toHaveLength(2)
  })

  it('shows a calendar of a week of episodes from today, or what is asked for', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    const { body, headers } = await asAdmin('GET', '/api/listsrc/calendar')
    const tmdbIds = body.map((row: { show: { ids: { tmdb: number } } }) => row.show.ids.tmdb)
    expect(tmdbIds).toContain(SHOW.running)
    expect(body[0]).toMatchObject({ first_aired: expect.any(String), episode: expect.any(Object) })
    expect(Object.keys(headers).filter(name => name.startsWith('x-pagination'))).toEqual([])
    const movies = await asAdmin('GET', '/api/listsrc/calendar?type=movies&start=2026-12-01&days=31')
    expect(movies.body[0]).toMatchObject({ released: expect.stringMatching(/^2026-12/) })
    expect(trakt.journal.entries.map(entry => entry.path)).toEqual([
      '/calendars/all/shows/2026-11-15/7',
      '/calendars/all/movies/2026-12-01/31',
    ])
  })

  it('has no recommendations without an account of its own', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    const answer = await asAdmin('GET', '/api/listsrc/recommendations')
    expect([answer.status, answer.body.code]).toEqual([502, 'provider_auth_required'])
    expect(trakt.journal.entries).toEqual([])
  })

  it('asks only what the vendor’s document knows, with every header it requires', async () => {
    const { asAdmin, trakt, app } = await buildWorld(DISCOVERY_PARTS)
    const paths = [
      'trending',
      'popular?type=shows',
      'anticipated',
      'lists',
      'calendar',
      'calendar?type=movies',
    ]
    for (const path of paths) await asAdmin('GET', `/api/listsrc/${path}`)
    await asAdmin('GET', `${ITEMS}?type=movies`)
    await asAdmin('GET', '/api/discover/tv/featured')
    const calls = trakt.journal.requests()
    expect(calls).toHaveLength(8)
    for (const { headers } of calls) {
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'trakt-api-version': '2',
        'trakt-api-key': trakt.client_id,
        'user-agent': expect.stringMatching(/^Foyer\//),
      })
    }
    const document = openTraktDocument()
    expect(document ? calls.flatMap(document.violations) : []).toEqual([])
    expect(JSON.stringify(app.log.entries)).not.toContain(trakt.client_id)
  })
})

describe('what is asked of it (1/4.5, C16, C19)', () => {
  it.each([
    ['', '1', '20'],
    ['?page=0&limit=0', '1', '1'],
    ['?page=x&limit=x', '1', '20'],
    ['?page=9999&limit=9999', '500', '100'],
    ['?page=-1&limit=-1', '1', '1'],
  ])('clamps %j', async (query, page, limit) => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    expect((await asAdmin('GET', `/api/listsrc/popular${query}`)).status).toBe(200)
    const sent = trakt.journal.entries[0]?.query
    expect([sent?.get('page'), sent?.get('limit')]).toEqual([page, limit])
  })

  it('refuses what is wrong without provider traffic', async () => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    for (const path of REFUSED) {
      const answer = await asAdmin('GET', `/api/listsrc/${path}`)
      expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'validation'])
    }
    expect(trakt.journal.entries).toEqual([])
  })

  it('is kept for ten minutes, shared by all', async () => {
    const { app, asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    const first = await asAdmin('GET', '/api/listsrc/trending')
    app.clock.advance(10 * 60_000 - 1)
    const warm = await asAdmin('GET', '/api/listsrc/trending')
    expect(warm.raw.equals(first.raw)).toBe(true)
    expect(warm.headers['x-pagination-page']).toBe('1')
    expect(trakt.journal.entries).toHaveLength(1)
    app.clock.advance(1)
    await asAdmin('GET', '/api/listsrc/trending')
    expect(trakt.journal.entries).toHaveLength(2)
  })
})

describe('a list provider that is not there (1/4.5)', () => {
  describe('because nobody configured it', () => {
    const begin = shareDiscovery({ env: NO_LISTS })

    it.each([
      'trending',
      'popular',
      'anticipated',
      'lists',
      'calendar',
      'recommendations',
      'lists/a/b/items',
    ])('%s is 503 without a client id', async path => {
      const { asAdmin, trakt } = begin()
      const answer = await asAdmin('GET', `/api/listsrc/${path}`)
      expect([answer.status, answer.body.code]).toEqual([503, 'lists_unconfigured'])
      expect(trakt.journal.entries).toEqual([])
    })
  })

  it.each([
    ['fails', status(500)],
    ['asks us to slow down', status(429, { retry_after: 30 })],
    ['refuses the client id', status(403)],
    ['answers nonsense', garbage('html')],
    ['answers an object', status(200, { body: { movies: [] } })],
  ])('is 502 when it %s, and the failure is not kept', async (_what, fault) => {
    const { asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    trakt.faults.next('GET /movies/popular', fault)
    const answer = await asAdmin('GET', '/api/listsrc/popular')
    expect([answer.status, answer.body.code]).toEqual([502, 'upstream_failed'])
    expect((await asAdmin('GET', '/api/listsrc/popular')).status).toBe(200)
  })

  it('is given up after ten seconds', async () => {
    const { app, asAdmin, trakt } = await buildWorld(DISCOVERY_PARTS)
    trakt.faults.always('GET /movies/popular', hang())
    const asked = nextRequest(trakt.journal)
    const answer = asAdmin('GET', '/api/listsrc/popular')
    await asked
    expect((await asAdmin('GET', '/api/listsrc/trending')).status).toBe(200)
    app.clock.advance(10_000)
    expect((await answer).status).toBe(502)
  })
})
