import { MOVIE, SHOW } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { describe, expect, it } from 'vitest'
import { countCalls, DISCOVERY_PARTS, idsOf, rowsOf, shareDiscovery } from '#test/discovery-calls.ts'
import { buildWorld } from '#test/world.ts'

const LISTS = [
  ['/api/discover/trending', 'GET /3/trending/all/day'],
  ['/api/discover/movies/popular', 'GET /3/movie/popular'],
  ['/api/discover/movies/top-rated', 'GET /3/movie/top_rated'],
  ['/api/discover/movies/now-playing', 'GET /3/movie/now_playing'],
  ['/api/discover/movies/upcoming', 'GET /3/discover/movie'],
  ['/api/discover/movies', 'GET /3/discover/movie'],
  ['/api/discover/tv/popular', 'GET /3/tv/popular'],
  ['/api/discover/tv/top-rated', 'GET /3/tv/top_rated'],
  ['/api/discover/tv/on-the-air', 'GET /3/tv/on_the_air'],
  ['/api/discover/tv/upcoming', 'GET /3/discover/tv'],
  ['/api/discover/tv', 'GET /3/discover/tv'],
] as const

const PAGES = [
  ['', 1],
  ['?page=', 1],
  ['?page=two', 1],
  ['?page=0', 1],
  ['?page=-7', 1],
  ['?page=3', 3],
  ['?page=500', 500],
  ['?page=501', 500],
  ['?page=99999999999999999999', 500],
  ['?page=2&page=3', 1],
] as const

describe('lists (1:4.5, 1/4.5)', () => {
  const begin = shareDiscovery()

  it.each(LISTS)('%s answers the provider’s own page, byte for byte', async (path, upstream) => {
    const { asAdmin, tmdb } = begin()
    const answer = await asAdmin('GET', `${path}?page=2`)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    const [call, ...others] = tmdb.journal.requests(upstream)
    expect(others).toEqual([])
    expect(call?.query.get('page')).toBe('2')
    expect(call?.query.get('language')).toBe('en-US')
    expect(answer.raw.toString()).toBe(JSON.stringify(call?.answer?.body))
    expect(answer.body).toMatchObject({ page: 2, total_pages: expect.any(Number) })
  })

  it('clamps the page to 1..500 and says which it served (rule 3)', async () => {
    const { asAdmin, tmdb } = begin()
    for (const [query, page] of PAGES) {
      const answer = await asAdmin('GET', `/api/discover/movies/popular${query}`)
      expect([query, answer.status, answer.body.page]).toEqual([query, 200, page])
    }
    const asked = tmdb.journal.requests('GET /3/movie/popular').map(call => call.query.get('page'))
    expect(asked).toEqual(['1', '3', '500'])
  })

  it('keeps what describes more pages than may be asked for, and `dates` where sent', async () => {
    const { asAdmin, tmdb } = begin()
    tmdb.pretendPages(640)
    const { body } = await asAdmin('GET', '/api/discover/movies/now-playing')
    expect(body.total_pages).toBe(640)
    expect(body.dates).toEqual({ minimum: '2026-10-04', maximum: '2026-11-15' })
  })

  it('mixes movies, shows and people in trending, by day or week', async () => {
    const { asAdmin, tmdb } = begin()
    const rows = rowsOf(await asAdmin('GET', '/api/discover/trending?time_window=week'))
    expect(new Set(rows.map(row => row.media_type))).toContain('tv')
    expect(tmdb.journal.requests('GET /3/trending/all/week')).toHaveLength(1)
    const answer = await asAdmin('GET', '/api/discover/trending?time_window=month')
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
    expect(answer.body.fields).toHaveProperty('time_window')
  })

  it('shows what comes within three months, from today on (1/4.5)', async () => {
    const { asAdmin, tmdb } = begin()
    expect(idsOf(await asAdmin('GET', '/api/discover/movies/upcoming'))).toContain(MOVIE.upcoming)
    expect(idsOf(await asAdmin('GET', '/api/discover/tv/upcoming'))).toContain(SHOW.upcoming)
    const [movie] = tmdb.journal.requests('GET /3/discover/movie')
    const [tv] = tmdb.journal.requests('GET /3/discover/tv')
    expect(Object.fromEntries(movie?.query ?? [])).toMatchObject({
      sort_by: 'popularity.desc',
      'primary_release_date.gte': '2026-11-15',
      'primary_release_date.lte': '2027-02-15',
    })
    expect(Object.fromEntries(tv?.query ?? [])).toMatchObject({
      sort_by: 'popularity.desc',
      'first_air_date.gte': '2026-11-15',
      'first_air_date.lte': '2027-02-15',
    })
  })
})

describe('search (1/4.5)', () => {
  const begin = shareDiscovery()

  it('finds titles and people, adults left out upstream', async () => {
    const { asAdmin, tmdb } = begin()
    expect(idsOf(await asAdmin('GET', '/api/search?query=%20paper%20lanterns%20'))).toContain(MOVIE.with_file)
    const [call] = tmdb.journal.requests('GET /3/search/multi')
    expect(Object.fromEntries(call?.query ?? [])).toMatchObject({
      query: 'paper lanterns',
      include_adult: 'false',
      page: '1',
    })
  })

  it('looks keywords and companies up for type-ahead', async () => {
    const { asAdmin } = begin()
    const keywords = await asAdmin('GET', '/api/search/keyword?query=lost')
    expect(keywords.body.results[0]).toEqual({
      id: expect.any(Number),
      name: expect.stringContaining('lost'),
    })
    const companies = await asAdmin('GET', '/api/search/company?query=north&page=1')
    expect(companies.body.results[0]).toMatchObject({ id: expect.any(Number), name: expect.any(String) })
    expect(companies.body.results[0]).toHaveProperty('logo_path')
  })

  it.each(['/api/search', '/api/search/keyword', '/api/search/company'])(
    '%s needs a query of 1 to 300 characters',
    async path => {
      const { asAdmin, tmdb } = begin()
      for (const query of ['', '?query=', '?query=%20%20', `?query=${'x'.repeat(301)}`]) {
        const answer = await asAdmin('GET', `${path}${query}`)
        expect([query, answer.status, answer.body.code]).toEqual([query, 400, 'validation'])
        expect(answer.body.fields).toHaveProperty('query')
      }
      expect((await asAdmin('GET', `${path}?query=${'x'.repeat(300)}`)).status).toBe(200)
      expect(countCalls(tmdb)).toBe(1)
    },
  )
})

describe('what changes rarely (1/4.5)', () => {
  const begin = shareDiscovery()

  it('answers genres, providers, regions and languages in the provider’s words', async () => {
    const { asAdmin, tmdb } = begin()
    expect((await asAdmin('GET', '/api/genres/movie')).body.genres[0]).toEqual({ id: 28, name: 'Action' })
    expect((await asAdmin('GET', '/api/genres/tv')).body.genres.length).toBeGreaterThan(10)
    const provider = { provider_id: expect.any(Number), provider_name: expect.any(String) }
    expect((await asAdmin('GET', '/api/providers/movie')).body.results[0]).toMatchObject(provider)
    expect((await asAdmin('GET', '/api/providers/tv?region=DE')).body.results[0]).toMatchObject(provider)
    expect((await asAdmin('GET', '/api/providers/regions')).body.results[0]).toMatchObject({
      iso_3166_1: 'US',
      english_name: expect.any(String),
      native_name: expect.any(String),
    })
    const languages = (await asAdmin('GET', '/api/languages')).body
    expect(languages[0]).toMatchObject({ iso_639_1: 'en', english_name: 'English', name: 'English' })
    const region = (path: string) => tmdb.journal.requests(path)[0]?.query.get('watch_region')
    expect(region('GET /3/watch/providers/movie')).toBe('US')
    expect(region('GET /3/watch/providers/tv')).toBe('DE')
  })

  it.each(['us', 'USA', '', 'U1'])('refuses %j as a region', async region => {
    const { asAdmin, tmdb } = begin()
    const answer = await asAdmin('GET', `/api/providers/movie?region=${region}`)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['region']])
    expect(countCalls(tmdb)).toBe(0)
  })
})

describe('our requests', () => {
  it('ask only what the vendor’s document knows, and carry no caller’s language', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    const others = [
      '/api/search?query=a',
      '/api/search/keyword?query=a',
      '/api/search/company?query=a',
      '/api/genres/movie',
      '/api/genres/tv',
      '/api/providers/movie',
      '/api/providers/tv',
      '/api/providers/regions',
      '/api/languages',
      `/api/media/movie/${MOVIE.with_file}`,
      `/api/media/tv/${SHOW.harbour_nine}`,
      `/api/media/movie/${MOVIE.with_file}/recommendations`,
      `/api/media/tv/${SHOW.harbour_nine}/similar`,
      '/api/media/person/700001',
      '/api/media/person/700001/credits',
      '/api/discover/movies/featured',
      '/api/discover/tv?sort_by=name.asc&with_genres=18&vote_average.gte=5&watch_region=US&with_watch_providers=8',
    ]
    for (const path of [...LISTS.map(([list]) => list), ...others]) {
      const joint = path.includes('?') ? '&' : '?'
      expect([
        path,
        (await asAdmin('GET', `${path}${joint}language=de-DE&include_adult=true`)).status,
      ]).toEqual([path, 200])
    }
    const calls = tmdb.journal.requests('GET /3/*')
    expect(calls.length).toBeGreaterThan(25)
    expect(new Set(calls.flatMap(call => call.query.getAll('language')))).toEqual(new Set(['en-US']))
    expect(calls.some(call => call.query.get('include_adult') === 'true')).toBe(false)
    const document = openVendorDocument('tmdb')
    expect(document ? calls.flatMap(call => document.violations(call)) : []).toEqual([])
  })

  it('keep the key to themselves (rule 6)', async () => {
    const { asAdmin, tmdb, app } = await buildWorld(DISCOVERY_PARTS)
    for (const path of ['/api/discover/movies/popular', '/api/media/movie/1', '/api/languages']) {
      const answer = await asAdmin('GET', path)
      expect(`${answer.raw.toString()} ${JSON.stringify(answer.headers)}`).not.toContain(tmdb.api_key)
    }
    expect(JSON.stringify(app.log.entries)).not.toContain(tmdb.api_key)
  })
})
