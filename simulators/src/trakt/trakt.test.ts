import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MOVIE, SHOW } from '../catalogue/fixtures.ts'
import { status } from '../kit/faults.ts'
import { asList, asRecord, type JsonRecord } from '../kit/json.ts'
import { startWorld, type World } from '../world.ts'
import { LIST } from './trakt-lists.ts'

let world: World<'trakt'>

beforeEach(async () => {
  world = await startWorld({ products: ['trakt'], now: () => Date.parse('2026-03-01T12:00:00Z') })
})
afterEach(() => world.close())

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${world.trakt.url}${path}`, {
    headers: {
      'content-type': 'application/json',
      'trakt-api-version': '2',
      'trakt-api-key': world.trakt.client_id,
      'user-agent': 'test/1.0.0',
      ...headers,
    },
  })
  const raw = await response.text()
  const rows = raw ? asList(JSON.parse(raw)).map(asRecord) : []
  return { status: response.status, headers: response.headers, raw, rows }
}

const idsOf = (row: JsonRecord | undefined) => asRecord(row?.['ids'])

describe('request headers', () => {
  it.each([
    ['a wrong client id', { 'trakt-api-key': 'somebody' }, 403],
    ['another version', { 'trakt-api-version': '1' }, 412],
    ['another type', { 'content-type': 'text/plain' }, 412],
  ])('with %s are refused without a body', async (_what, headers, code) => {
    const answer = await get('/movies/trending', headers)
    expect([answer.status, answer.raw]).toEqual([code, ''])
  })

  it('shows recommendations to people only', async () => {
    expect((await get('/recommendations/movies')).status).toBe(401)
  })

  it('limits in its own words', async () => {
    world.trakt.faults.next('GET /movies/popular', status(429, { retry_after: 9 }))
    const answer = await get('/movies/popular')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '9'])
    expect(answer.headers.get('x-ratelimit')).toContain('UNAUTHED_API_GET_LIMIT')
  })
})

describe('feeds', () => {
  it('pages by ten, with four headers', async () => {
    const first = await get('/movies/trending')
    expect(first.rows).toHaveLength(10)
    expect(first.headers.get('x-pagination-limit')).toBe('10')
    expect(Number(first.headers.get('x-pagination-item-count'))).toBeGreaterThan(300)
    const second = await get('/movies/trending?page=2&limit=20')
    expect(second.rows).toHaveLength(20)
    expect(second.headers.get('x-pagination-page')).toBe('2')
  })

  it('holds one title that TMDB does not know', async () => {
    const { rows } = await get('/movies/popular')
    expect(rows.filter(row => idsOf(row)['tmdb'] === null)).toHaveLength(1)
  })

  it('tells as much as was asked for', async () => {
    const [bare] = (await get('/shows/popular?limit=1')).rows
    expect(Object.keys(bare ?? {})).toEqual(['title', 'year', 'ids'])
    const [full] = (await get('/shows/popular?limit=1&extended=full,images')).rows
    expect(full).toMatchObject({ overview: expect.any(String), language: expect.any(String) })
    expect(String(asList(asRecord(full?.['images'])['poster'])[0])).toMatch(
      /^media\.trakt\.tv\/images\/shows\//,
    )
  })

  it('shows in a calendar what falls into it', async () => {
    const { rows, headers } = await get('/calendars/all/shows/2026-03-01/7')
    expect(rows.map(row => idsOf(asRecord(row['show']))['tmdb'])).toContain(SHOW.running)
    expect(rows.every(row => String(row['first_aired']).slice(0, 10) <= '2026-03-07')).toBe(true)
    expect(headers.get('x-end-date')).toBe('Sat, 07 Mar 2026 23:59:59 GMT')
    const movies = await get('/calendars/all/movies/2026-04-01/30')
    expect(movies.rows.map(row => idsOf(asRecord(row['movie']))['tmdb'])).toContain(MOVIE.upcoming)
  })
})

describe('lists', () => {
  it('walks from a list to what is on it', async () => {
    const [first] = (await get('/lists/popular')).rows
    const list = asRecord(first?.['list'])
    const slug = String(idsOf(list)['slug'])
    const user = String(idsOf(asRecord(list['user']))['slug'])
    const { rows } = await get(`/users/${user}/lists/${slug}/items`)
    expect(rows).toHaveLength(Number(list['item_count']))
  })

  it('mixes what people put on a list, and filters by type', async () => {
    const path = `/users/${LIST.mixed.user}/lists/${LIST.mixed.slug}/items`
    const types = (await get(path)).rows.map(row => row['type'])
    expect(new Set(types)).toEqual(new Set(['movie', 'show', 'season', 'episode', 'person']))
    expect(new Set((await get(`${path}/show`)).rows.map(row => row['type']))).toEqual(new Set(['show']))
    expect((await get(`/users/${LIST.mixed.user}/lists/none/items`)).status).toBe(404)
  })
})

it('serves the pictures it names, without a key', async () => {
  const [row] = (await get('/movies/popular?limit=1&extended=images')).rows
  const [poster] = asList(asRecord(row?.['images'])['poster'])
  const response = await fetch(`${world.trakt.images_url}/${String(poster)}`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await fetch(`${world.trakt.images_url}/media.trakt.tv/images/none.jpg.webp`)).status).toBe(404)
})
