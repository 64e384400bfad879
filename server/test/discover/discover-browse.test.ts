import { describe, expect, it } from 'vitest'
import { countCalls, DISCOVERY_PARTS, rowsOf } from '#test/discovery-calls.ts'
import { buildWorld } from '#test/world.ts'

const MOVIES = '/api/discover/movies'
const TV = '/api/discover/tv'

const CASES = [
  [MOVIES, 'sort_by=revenue.desc', true],
  [TV, 'sort_by=revenue.desc', false],
  [TV, 'sort_by=name.asc', true],
  [MOVIES, 'sort_by=name.asc', false],
  [MOVIES, 'sort_by=popularity', false],
  [MOVIES, 'sort_by=popularity.down', false],
  [MOVIES, 'sort_by=', false],
  [MOVIES, 'primary_release_date.gte=2026-02-30', false],
  [MOVIES, 'primary_release_date.lte=26-02-01', false],
  [MOVIES, 'primary_release_date.lte=2026-02-01T00:00:00Z', false],
  [TV, 'first_air_date.gte=tomorrow', false],
  [MOVIES, 'first_air_date.gte=tomorrow', true],
  [MOVIES, 'vote_average.gte=10', true],
  [MOVIES, 'vote_average.gte=7.12345', true],
  [MOVIES, 'vote_average.gte=10.1', false],
  [MOVIES, 'vote_average.gte=-1', false],
  [MOVIES, 'vote_average.gte=good', false],
  [MOVIES, 'vote_count.gte=-1', false],
  [MOVIES, 'vote_count.gte=1.5', false],
  [MOVIES, 'primary_release_year=1800', true],
  [MOVIES, 'primary_release_year=1799', false],
  [TV, 'first_air_date_year=2200', true],
  [TV, 'first_air_date_year=2201', false],
  [MOVIES, 'with_genres=16|27', true],
  [MOVIES, 'with_genres=16,27|35', false],
  [MOVIES, 'with_genres=0', false],
  [MOVIES, 'with_genres=16,', false],
  [MOVIES, 'with_keywords=1|2', false],
  [MOVIES, 'with_companies=1,2', false],
  [MOVIES, 'with_people=7,8', true],
  [MOVIES, 'with_people=anna', false],
  [TV, 'with_networks=49|16', true],
  [TV, 'with_networks=49,16', false],
  [MOVIES, 'with_original_language=EN', false],
  [MOVIES, 'with_original_language=eng', false],
  [MOVIES, 'watch_region=us', false],
  [MOVIES, 'with_watch_providers=8&watch_region=US', true],
  [MOVIES, 'sort_by=title.asc&sort_by=title.desc', false],
] as const

describe('browse (1:4.5)', () => {
  it('forwards the allow-list and drops everything else', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    const shared = {
      sort_by: 'popularity.asc',
      with_genres: '16,10751',
      'vote_average.gte': '6.5',
      'vote_count.gte': '0',
      with_original_language: 'ja',
      with_watch_providers: '8|9',
      watch_region: 'GB',
      with_keywords: '400001,400002',
      with_companies: '500001|500002',
    }
    const movie = { 'primary_release_date.gte': '2000-02-29', 'primary_release_date.lte': '2026-12-31' }
    const tv = { 'first_air_date.gte': '2000-02-29', 'first_air_date.lte': '2026-12-31' }
    const own = { with_people: '300001|300002', with_networks: '700001' }
    const years = { primary_release_year: '1999', first_air_date_year: '2001' }
    const dropped = {
      language: 'de-DE',
      include_adult: 'true',
      with_cast: '1',
      certification: 'R',
      api_key: 'x',
    }
    const query = new URLSearchParams({ ...shared, ...movie, ...tv, ...years, ...own, ...dropped, page: '2' })
    expect((await asAdmin('GET', `${MOVIES}?${query.toString()}`)).status).toBe(200)
    expect((await asAdmin('GET', `${TV}?${query.toString()}`)).status).toBe(200)
    const sent = (path: string) => {
      const [call] = tmdb.journal.requests(path)
      const { api_key: _, ...rest } = Object.fromEntries(call?.query ?? [])
      return rest
    }
    const always = { ...shared, language: 'en-US', page: '2' }
    expect(sent('GET /3/discover/movie')).toEqual({
      ...always,
      ...movie,
      primary_release_year: '1999',
      with_people: own.with_people,
    })
    expect(sent('GET /3/discover/tv')).toEqual({
      ...always,
      ...tv,
      first_air_date_year: '2001',
      with_networks: own.with_networks,
    })
  })

  it('takes what is right and refuses the rest beside its field, asking nobody (rule 1)', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    for (const [path, query, right] of CASES) {
      tmdb.journal.clear()
      const { status, body } = await asAdmin('GET', `${path}?${query}`)
      const fields = right ? undefined : [query.split('=')[0]]
      const named = body.fields && Object.keys(body.fields)
      expect([query, status, named, countCalls(tmdb)]).toEqual([
        query,
        right ? 200 : 400,
        fields,
        right ? 1 : 0,
      ])
      if (!right) expect(body.code).toBe('validation')
    }
  })

  it('wants a region beside providers', async () => {
    const { asAdmin } = await buildWorld(DISCOVERY_PARTS)
    const answer = await asAdmin('GET', `${MOVIES}?with_watch_providers=8`)
    expect([answer.status, Object.keys(answer.body.fields)]).toEqual([400, ['watch_region']])
  })

  it('gives a rating sort a floor of 200 votes, unless one is named (rule 2)', async () => {
    const { asAdmin, tmdb } = await buildWorld(DISCOVERY_PARTS)
    const rows = rowsOf(await asAdmin('GET', `${MOVIES}?sort_by=vote_average.desc`))
    expect(Math.min(...rows.map(row => Number(row['vote_count'])))).toBeGreaterThanOrEqual(200)
    await asAdmin('GET', `${MOVIES}?sort_by=vote_average.asc&vote_count.gte=3`)
    await asAdmin('GET', `${MOVIES}?sort_by=vote_count.desc`)
    await asAdmin('GET', `${TV}?sort_by=vote_average.desc`)
    const floors = (path: string) => tmdb.journal.requests(path).map(call => call.query.get('vote_count.gte'))
    expect(floors('GET /3/discover/movie')).toEqual(['200', '3', null])
    expect(floors('GET /3/discover/tv')).toEqual(['200'])
  })
})
