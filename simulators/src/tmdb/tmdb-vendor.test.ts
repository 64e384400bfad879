import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOVIE, SHOW } from '../catalogue/fixtures.ts'
import { openVendorDocument } from '../vendor-documents.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'

const PATHS = [
  '/3/authentication',
  '/3/configuration',
  '/3/configuration/languages?language=en-US',
  '/3/configuration/countries',
  '/3/genre/movie/list?language=en',
  '/3/genre/tv/list?language=en',
  '/3/certification/movie/list',
  '/3/certification/tv/list',
  '/3/watch/providers/movie?watch_region=US&language=en-US',
  '/3/watch/providers/tv?watch_region=US',
  '/3/watch/providers/regions',
  '/3/trending/all/day?language=en-US&page=2',
  '/3/trending/movie/week',
  '/3/trending/tv/week',
  '/3/trending/person/day',
  '/3/movie/popular?page=1&language=en-US',
  '/3/movie/top_rated',
  '/3/movie/now_playing?region=US',
  '/3/movie/upcoming',
  '/3/tv/popular',
  '/3/tv/top_rated',
  '/3/tv/on_the_air',
  '/3/tv/airing_today',
  '/3/person/popular',
  '/3/discover/movie?with_genres=16,10751&sort_by=popularity.desc&include_adult=false&primary_release_date.gte=1980-01-01',
  '/3/discover/tv?with_original_language=ja&sort_by=first_air_date.desc',
  '/3/search/multi?query=the&include_adult=true&page=1',
  '/3/search/movie?query=paper',
  '/3/search/tv?query=harbour',
  '/3/search/person?query=ada',
  '/3/search/keyword?query=lost',
  '/3/search/company?query=north',
  '/3/search/collection?query=captain',
  `/3/movie/${MOVIE.with_file}?append_to_response=videos,credits,release_dates&language=en-US`,
  `/3/movie/${MOVIE.no_poster}`,
  ...[
    'credits',
    'videos',
    'images',
    'keywords',
    'alternative_titles',
    'external_ids',
    'release_dates',
    'watch/providers',
    'recommendations',
    'similar',
  ].map(part => `/3/movie/${MOVIE.with_file}/${part}`),
  `/3/tv/${SHOW.harbour_nine}?append_to_response=videos,credits,external_ids,content_ratings`,
  `/3/tv/${SHOW.upcoming}`,
  ...[
    'credits',
    'aggregate_credits',
    'videos',
    'images',
    'keywords',
    'alternative_titles',
    'external_ids',
    'content_ratings',
    'watch/providers',
    'recommendations',
    'similar',
  ].map(part => `/3/tv/${SHOW.harbour_nine}/${part}`),
  `/3/tv/${SHOW.harbour_nine}/season/1`,
  `/3/tv/${SHOW.harbour_nine}/season/1/episode/3`,
  '/3/person/700001?append_to_response=combined_credits',
  ...['combined_credits', 'movie_credits', 'tv_credits', 'external_ids', 'images'].map(
    part => `/3/person/700001/${part}`,
  ),
  '/3/collection/600001',
  '/3/company/500001',
  '/3/keyword/400001',
  '/3/find/430001?external_source=tvdb_id',
]

let world: World
let walker: Walker

beforeAll(async () => {
  world = await startWorld()
  walker = createWalker(world.tmdb, { authorization: `Bearer ${world.tmdb.read_token}` })
})
afterAll(() => world.close())

it('answers every route in the words of the vendor document', async () => {
  expect(await walker.unread(PATHS)).toEqual([])
  const poster = world.catalogue.movie(MOVIE.with_file)?.poster_path
  expect((await walker.send(`GET /t/p/w185${poster}`)).status).toBe(200)
  expect(walker.unmet()).toEqual([])

  const document = openVendorDocument('tmdb')
  const calls = world.tmdb.journal.requests('GET /3/*')
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})

it('sends appended parts in the shape of their own routes', async () => {
  const document = openVendorDocument('tmdb')
  const { body } = await walker.send(
    `GET /3/movie/${MOVIE.with_file}?append_to_response=credits,release_dates,videos`,
  )
  const parts = Object.entries(body as Record<string, unknown>).filter(([name]) =>
    ['credits', 'release_dates', 'videos'].includes(name),
  )
  expect(parts).toHaveLength(3)
  for (const [name, part] of parts) {
    expect(part).not.toHaveProperty('id')
    const [model] = world.tmdb.journal.requests(`GET /3/movie/${MOVIE.with_file}/${name}`)
    if (!model) throw new Error(`the walk above has not met ${name}`)
    const entry = { ...model, answer: { status: 200, body: part } }
    expect(document?.violations(entry) ?? []).toEqual([])
  }
})
