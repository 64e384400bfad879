import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'
import { openTraktDocument } from './trakt-document.ts'
import { LIST } from './trakt-lists.ts'

const ITEMS = `/users/${LIST.mixed.user}/lists/${LIST.mixed.slug}/items`
const PATHS = [
  ...['movies', 'shows'].flatMap(type => [
    `/${type}/trending?page=1&limit=20`,
    `/${type}/popular`,
    `/${type}/anticipated`,
    `/calendars/all/${type}/2026-03-01/31`,
  ]),
  '/lists/popular?page=1&limit=5',
  '/search/tmdb/800001?type=show',
  '/search/tmdb/900001?type=movie',
  '/search/tvdb/430001?type=show',
  ITEMS,
  `${ITEMS}/movie`,
]

let world: World<'trakt'>
let walker: Walker

beforeAll(async () => {
  world = await startWorld({ products: ['trakt'], now: () => Date.parse('2026-03-01T12:00:00Z') })
  walker = createWalker(world.trakt, {
    'content-type': 'application/json',
    'trakt-api-version': '2',
    'trakt-api-key': world.trakt.client_id,
    'user-agent': 'test/1.0.0',
  })
})
afterAll(() => world.close())

it('answers every route in the words of the vendor document', async () => {
  expect(await walker.unread(PATHS)).toEqual([])
  for (const type of ['movies', 'shows']) {
    expect((await walker.send(`GET /recommendations/${type}`)).status).toBe(401)
  }
  expect((await walker.send('GET /cdn/media.trakt.tv/images/none.webp')).status).toBe(404)
  expect(walker.unmet()).toEqual([])

  const document = openTraktDocument()
  const calls = world.trakt.journal.requests().filter(entry => !entry.path.startsWith('/cdn/'))
  expect(calls.length).toBeGreaterThanOrEqual(PATHS.length)
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})
