import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MOVIE, SHOW } from '../catalogue/fixtures.ts'
import { asList, asRecord, type JsonRecord } from '../kit/json.ts'
import { status } from '../kit/faults.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'tmdb'>

beforeEach(async () => {
  world = await startWorld({ products: ['tmdb'], now: () => Date.parse('2026-03-01T12:00:00Z') })
})
afterEach(() => world.close())

async function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: JsonRecord; headers: Headers }> {
  const authorization = `Bearer ${world.tmdb.read_token}`
  const response = await fetch(`${world.tmdb.url}/3${path}`, { headers: { authorization, ...headers } })
  return { status: response.status, body: asRecord(await response.json()), headers: response.headers }
}

async function results(path: string): Promise<JsonRecord[]> {
  return asList((await get(path)).body['results']).map(asRecord)
}

describe('credentials', () => {
  it('takes the key in the query or the token as a bearer', async () => {
    const keyed = await fetch(`${world.tmdb.url}/3/authentication?api_key=${world.tmdb.api_key}`)
    expect(keyed.status).toBe(200)
    expect((await get('/authentication')).body).toMatchObject({ success: true, status_code: 1 })
  })

  it('refuses others with code 7', async () => {
    const { status: code, body } = await get('/movie/popular', { authorization: 'Bearer wrong' })
    expect([code, body]).toMatchObject([401, { success: false, status_code: 7 }])
  })
})

describe('errors', () => {
  it.each([
    ['/movie/1', 404, 34],
    ['/movie/none', 404, 6],
    ['/movie/popular?page=0', 400, 22],
    ['/movie/popular?page=501', 400, 22],
    ['/discover/movie?primary_release_date.gte=tomorrow', 400, 23],
    [`/movie/${MOVIE.with_file}?append_to_response=${'x,'.repeat(21)}x`, 400, 27],
    ['/search/multi', 422, 5],
  ])('answers %s with %i and code %i', async (path, http, code) => {
    const answer = await get(path)
    expect([answer.status, answer.body['status_code']]).toEqual([http, code])
  })

  it('words a scripted 429 as the provider does', async () => {
    world.tmdb.faults.next('GET /3/movie/popular', status(429, { retry_after: 90 }))
    const answer = await get('/movie/popular')
    expect([answer.status, answer.body['status_code'], answer.headers.get('retry-after')]).toEqual([
      429,
      25,
      '90',
    ])
  })
})

describe('lists', () => {
  it('pages by twenty', async () => {
    const first = await get('/movie/popular')
    expect(asList(first.body['results'])).toHaveLength(20)
    expect(first.body['total_results']).toBe(world.catalogue.movies.filter(movie => !movie.adult).length)
    const second = await results('/movie/popular?page=2')
    expect(second[0]?.['id']).not.toBe(asRecord(asList(first.body['results'])[0])['id'])
  })

  it('can announce more pages than may be asked for', async () => {
    world.tmdb.pretendPages(640)
    expect((await get('/movie/popular')).body['total_pages']).toBe(640)
  })

  it('shows only what is in its window', async () => {
    const { body } = await get('/movie/now_playing?region=US')
    expect(body['dates']).toEqual({ maximum: '2026-03-01', minimum: '2026-01-18' })
    expect(asList(body['results']).length).toBeGreaterThan(3)
    const airing = await results('/tv/on_the_air')
    expect(airing.map(show => show['id'])).toContain(SHOW.running)
  })

  it('mixes media in trending, and changes with the day', async () => {
    const today = await results('/trending/all/day')
    expect(new Set(today.map(item => item['media_type']))).toContain('tv')
    await world.advance(24 * 60 * 60 * 1000)
    expect(await results('/trending/all/day')).not.toEqual(today)
  })
})

describe('discover', () => {
  it('joins genres with and by comma, with or by pipe', async () => {
    const both = await results('/discover/movie?with_genres=16,10751')
    expect(both.every(movie => [16, 10751].every(id => asList(movie['genre_ids']).includes(id)))).toBe(true)
    const either = await get('/discover/movie?with_genres=27|37')
    expect(Number(either.body['total_results'])).toBeGreaterThan(25)
    const none = await results('/discover/movie?with_genres=35&without_genres=10749,18')
    expect(none.some(movie => asList(movie['genre_ids']).includes(18))).toBe(false)
  })

  it('sorts and bounds', async () => {
    const rated = await results(
      '/discover/movie?sort_by=vote_average.desc&vote_count.gte=500&vote_average.lte=8',
    )
    const averages = rated.map(movie => Number(movie['vote_average']))
    expect(averages).toEqual(averages.toSorted((a, b) => b - a))
    expect(
      rated.every(movie => Number(movie['vote_count']) >= 500 && Number(movie['vote_average']) <= 8),
    ).toBe(true)
  })

  it('hides adult titles unless asked', async () => {
    const year = world.catalogue.movie(MOVIE.adult)?.release_date.slice(0, 4)
    const path = `/discover/movie?with_genres=10749&primary_release_year=${year}`
    expect((await results(path)).map(movie => movie['id'])).not.toContain(MOVIE.adult)
    expect((await results(`${path}&include_adult=true`)).map(movie => movie['id'])).toContain(MOVIE.adult)
  })

  it('lets unrated titles slip under a cap, as upstream does', async () => {
    const path = '/discover/movie?certification_country=US&certification.lte=PG'
    const pages = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(page => results(`${path}&page=${page}`)))
    const ids = pages.flat().map(movie => movie['id'])
    expect(ids).toContain(MOVIE.with_file)
    expect(ids).toContain(MOVIE.unrated)
    expect(ids).not.toContain(MOVIE.above_pg_cap)
  })

  it('filters by provider only together with a region', async () => {
    const all = (await get('/discover/movie?with_watch_providers=8')).body['total_results']
    const some = (await get('/discover/movie?with_watch_providers=8&watch_region=US')).body['total_results']
    expect(Number(some)).toBeLessThan(Number(all))
    expect(Number(some)).toBeGreaterThan(5)
  })
})

describe('titles', () => {
  it('finds a show by its TVDB id and tells its external ids', async () => {
    const { body } = await get('/find/430001?external_source=tvdb_id')
    expect(asRecord(asList(body['tv_results'])[0])['id']).toBe(SHOW.harbour_nine)
    expect((await get(`/tv/${SHOW.harbour_nine}/external_ids`)).body['tvdb_id']).toBe(430_001)
  })

  it('tells what aired last and what comes next', async () => {
    const { body } = await get(`/tv/${SHOW.running}`)
    expect(asRecord(body['last_episode_to_air'])['air_date']).toBe('2026-02-26')
    expect(asRecord(body['next_episode_to_air'])['air_date']).toBe('2026-03-05')
  })

  it('walks from a search to a person and their credits', async () => {
    const person = world.catalogue.people.find(one => one.known_for_department === 'Acting' && !one.adult)
    const found = await results(`/search/multi?query=${encodeURIComponent(person?.name ?? '')}`)
    expect(found).toContainEqual(expect.objectContaining({ id: person?.id, media_type: 'person' }))
    const { body } = await get(`/person/${person?.id}/combined_credits`)
    expect(asList(body['cast']).length).toBeGreaterThan(0)
  })

  it('serves pictures without a key, and 404 for unknown ones', async () => {
    const poster = world.catalogue.movie(MOVIE.with_file)?.poster_path
    const response = await fetch(`${world.tmdb.url}/t/p/w342${poster}`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await fetch(`${world.tmdb.url}/t/p/w342/nothing.jpg`)).status).toBe(404)
  })
})
