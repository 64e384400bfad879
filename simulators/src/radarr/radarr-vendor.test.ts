import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOVIE } from '../catalogue/fixtures.ts'
import { startHookReceiver, type HookReceiver } from '../kit/hook-receiver.ts'
import { stockFixtures } from '../fixture-library.ts'
import { DAY_MS } from '../kit/time.ts'
import {
  grabAndFail,
  sharedChanges,
  sharedCreates,
  sharedDeletes,
  sharedReads,
  spoilList,
  webhookConnection,
} from '../servarr/manager-walk.ts'
import { openVendorDocument } from '../vendor-documents.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let walker: Walker
let hooks: HookReceiver

beforeAll(async () => {
  world = await startWorld()
  hooks = await startHookReceiver()
  stockFixtures(world)
  walker = createWalker(world.radarr, { 'x-api-key': world.radarr.api_key })
})
afterAll(async () => {
  await hooks.close()
  await world.close()
})

async function walkReads(): Promise<void> {
  const from = new Date(world.clock.now() - 400 * DAY_MS).toISOString()
  const to = new Date(world.clock.now() + 400 * DAY_MS).toISOString()
  const paths = [
    ...sharedReads('/api/v3'),
    '/api/v3/movie?excludeLocalCovers=true',
    `/api/v3/movie?tmdbId=${MOVIE.with_file}`,
    '/api/v3/movie/1',
    `/api/v3/movie/lookup?term=tmdb:${MOVIE.absent}`,
    '/api/v3/movie/lookup?term=paper',
    `/api/v3/movie/lookup/tmdb?tmdbId=${MOVIE.with_file}`,
    '/api/v3/moviefile?movieId=1&movieId=4',
    '/api/v3/moviefile/1',
    '/api/v3/queue?page=1&pageSize=20&includeMovie=true',
    '/api/v3/queue/details?movieId=2',
    '/api/v3/history?page=1&pageSize=10&includeMovie=true&eventType=1',
    '/api/v3/history/movie?movieId=2&eventType=grabbed',
    `/api/v3/history/since?date=${from}`,
    `/api/v3/calendar?start=${from}&end=${to}&unmonitored=true`,
    '/api/v3/wanted/missing?monitored=true',
    '/api/v3/release?movieId=1',
    '/api/v3/qualityprofile/4',
    '/api/v3/exclusions',
    '/api/v3/mediacover/1/poster-250.jpg',
    '/MediaCover/1/fanart.jpg',
  ]
  expect(await walker.unread(paths)).toEqual([])
}

const connection = (name: string) => webhookConnection(hooks.url, name)

const ADD = {
  tmdbId: MOVIE.absent,
  title: 'x',
  qualityProfileId: 4,
  rootFolderPath: '/movies',
  monitored: true,
  addOptions: { searchForMovie: true, monitor: 'movieOnly' },
}

async function walkWrites(): Promise<void> {
  const changed = [
    ...(await sharedChanges(walker, '/api/v3', { connection: connection('one'), profile: 4 })),
    ['PUT /api/v3/movie/1?moveFiles=false', await walker.read('/api/v3/movie/1')],
    ['PUT /api/v3/movie/editor', { movieIds: [1], monitored: false, tags: [1], applyTags: 'add' }],
  ] as const
  expect(await walker.misses(changed, 202)).toEqual([])
  expect(await walker.misses([['POST /api/v3/rootfolder', { path: '/more' }]], 201)).toEqual([])
  const done = [
    ['POST /api/v3/notification/test', connection('two')],
    ...(await grabAndFail(walker, '/api/v3', 'movieId=7')),
  ] as const
  expect(await walker.misses(done, 200)).toEqual([])
}

async function walkDeletes(): Promise<void> {
  const gone = [
    ...(await sharedDeletes(walker, '/api/v3')),
    'DELETE /api/v3/moviefile/1',
    ['DELETE /api/v3/moviefile/bulk', { movieFileIds: [2] }],
    'DELETE /api/v3/movie/5?deleteFiles=true&addImportExclusion=true',
    ['DELETE /api/v3/movie/editor', { movieIds: [6], deleteFiles: false }],
    'DELETE /api/v3/exclusions/1',
    'DELETE /api/v3/rootfolder/2',
    'DELETE /api/v3/qualityprofile/6',
  ] as const
  expect(await walker.misses(gone, 200)).toEqual([])
}

it('answers every route in the words of the vendor document', { timeout: 30_000 }, async () => {
  const { radarr } = world
  const made = [
    ...sharedCreates('/api/v3', connection('one'), { name: 'MoviesSearch', movieIds: [1] }),
    ['POST /api/v3/movie', ADD],
  ] as const
  expect(await walker.misses(made, 201)).toEqual([])
  radarr.startDownload(1, { quality: 'Bluray-2160p', progress: 0.2 })
  radarr.health.raise('IndexerStatusCheck', 'warning', 'Indexers unavailable due to failures: NZBarn')
  await walkReads()
  await walkWrites()
  await walkDeletes()
  expect(walker.unmet()).toEqual([])

  const document = openVendorDocument('radarr')
  const calls = radarr.journal.requests('* /api/*')
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})

it('would be told of an answer with a field that the vendor does not send', { timeout: 30_000 }, async () => {
  const call = await spoilList(walker, world.radarr.journal, '/api/v3/movie')
  const found = openVendorDocument('radarr')?.violations(call) ?? [{ part: 'answer', at: '/0' }]
  expect(found).toMatchObject([{ part: 'answer', at: '/0' }])
})
