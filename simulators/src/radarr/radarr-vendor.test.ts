import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOVIE } from '../catalogue/fixtures.ts'
import { startHookReceiver, type HookReceiver } from '../kit/hook-receiver.ts'
import { stockFixtures } from '../fixture-library.ts'
import { DAY_MS } from '../kit/time.ts'
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
    '/ping',
    '/api',
    '/api/v3/system/status',
    '/api/v3/system/task',
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
    '/api/v3/queue/status',
    '/api/v3/history?page=1&pageSize=10&includeMovie=true&eventType=1',
    '/api/v3/history/movie?movieId=2&eventType=grabbed',
    `/api/v3/history/since?date=${from}`,
    `/api/v3/calendar?start=${from}&end=${to}&unmonitored=true`,
    '/api/v3/wanted/missing?monitored=true',
    '/api/v3/wanted/cutoff',
    '/api/v3/release?movieId=1',
    '/api/v3/qualityprofile',
    '/api/v3/qualityprofile/4',
    '/api/v3/qualityprofile/schema',
    '/api/v3/customformat',
    '/api/v3/customformat/1',
    '/api/v3/customformat/schema',
    '/api/v3/delayprofile',
    '/api/v3/language',
    '/api/v3/rootfolder',
    '/api/v3/rootfolder/1',
    '/api/v3/diskspace',
    '/api/v3/health',
    '/api/v3/tag',
    '/api/v3/tag/1',
    '/api/v3/blocklist',
    '/api/v3/exclusions',
    '/api/v3/notification',
    '/api/v3/notification/1',
    '/api/v3/notification/schema',
    '/api/v3/command',
    '/api/v3/command/1',
    '/api/v3/mediacover/1/poster-250.jpg',
    '/MediaCover/1/fanart.jpg',
  ]
  expect(
    await walker.misses(
      paths.map(path => `GET ${path}`),
      200,
    ),
  ).toEqual([])
}

function connection(name: string) {
  const fields = [
    { name: 'url', value: hooks.url },
    { name: 'method', value: 1 },
    { name: 'password', value: 'x' },
  ]
  return { name, implementation: 'Webhook', configContract: 'WebhookSettings', tags: [], fields }
}

it('answers every route in the words of the vendor document', { timeout: 30_000 }, async () => {
  const { radarr } = world
  const add = {
    tmdbId: MOVIE.absent,
    title: 'x',
    qualityProfileId: 4,
    rootFolderPath: '/movies',
    monitored: true,
    addOptions: { searchForMovie: true, monitor: 'movieOnly' },
  }
  expect((await walker.send('POST /api/v3/tag', { label: 'Requester-7' })).status).toBe(201)
  expect((await walker.send('POST /api/v3/customformat', { name: 'x265', specifications: [] })).status).toBe(
    201,
  )
  expect((await walker.send('POST /api/v3/notification', connection('one'))).status).toBe(201)
  expect((await walker.send('POST /api/v3/command', { name: 'MoviesSearch', movieIds: [1] })).status).toBe(
    201,
  )
  const created = await walker.send('POST /api/v3/movie', add)
  expect(created.status).toBe(201)
  radarr.startDownload(1, { quality: 'Bluray-2160p', progress: 0.2 })
  radarr.health.raise('IndexerStatusCheck', 'warning', 'Indexers unavailable due to failures: NZBarn')
  await walkReads()

  expect(
    (await walker.send('PUT /api/v3/notification/1?forceSave=true', { ...connection('one'), id: 1 })).status,
  ).toBe(202)
  expect((await walker.send('POST /api/v3/notification/test', connection('two'))).status).toBe(200)
  expect(
    (
      await walker.send(
        'PUT /api/v3/movie/1?moveFiles=false',
        (
          await walker.send('GET /api/v3/movie/1')
        ).body,
      )
    ).status,
  ).toBe(202)
  expect(
    (
      await walker.send('PUT /api/v3/movie/editor', {
        movieIds: [1],
        monitored: false,
        tags: [1],
        applyTags: 'add',
      })
    ).status,
  ).toBe(202)
  const profile = (await walker.send('GET /api/v3/qualityprofile/4')).body
  expect((await walker.send('PUT /api/v3/qualityprofile/4', profile)).status).toBe(202)
  expect(
    (await walker.send('PUT /api/v3/customformat/1', { id: 1, name: 'x265 (HD)', specifications: [] }))
      .status,
  ).toBe(202)
  expect((await walker.send('POST /api/v3/rootfolder', { path: '/more' })).status).toBe(201)
  const releases = (await walker.send('GET /api/v3/release?movieId=7')).body as {
    guid: string
    indexerId: number
  }[]
  expect(
    (
      await walker.send('POST /api/v3/release', {
        guid: releases[0]?.guid,
        indexerId: releases[0]?.indexerId,
      })
    ).status,
  ).toBe(200)
  expect((await walker.send('POST /api/v3/history/failed/1')).status).toBe(200)
  expect((await walker.send('GET /api/v3/blocklist')).status).toBe(200)
  const queue = (await walker.send('GET /api/v3/queue/details')).body as { id: number }[]
  const single = [
    `/api/v3/queue/${queue[0]?.id}?removeFromClient=true&blocklist=true&skipRedownload=true`,
    '/api/v3/moviefile/1',
    '/api/v3/movie/5?deleteFiles=true&addImportExclusion=true',
    '/api/v3/exclusions/1',
    '/api/v3/blocklist/1',
    '/api/v3/tag/1',
    '/api/v3/rootfolder/2',
    '/api/v3/notification/1',
    '/api/v3/customformat/1',
    '/api/v3/qualityprofile/6',
  ]
  expect(
    await walker.misses(
      single.map(path => `DELETE ${path}`),
      200,
    ),
  ).toEqual([])
  const bulk = [
    ['DELETE /api/v3/queue/bulk', { ids: [queue[1]?.id] }],
    ['DELETE /api/v3/blocklist/bulk', { ids: [2] }],
    ['DELETE /api/v3/moviefile/bulk', { movieFileIds: [2] }],
    ['DELETE /api/v3/movie/editor', { movieIds: [6], deleteFiles: false }],
  ] as const
  expect(await walker.misses(bulk, 200)).toEqual([])
  expect(walker.unmet()).toEqual([])

  const document = openVendorDocument('radarr')
  const calls = radarr.journal.requests('* /api/*')
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})

it('would be told of an answer with a field that the vendor does not send', { timeout: 30_000 }, async () => {
  const { body } = await walker.send('GET /api/v3/movie')
  const call = world.radarr.journal.requests('GET /api/v3/movie').at(-1)
  if (!call || !Array.isArray(body)) throw new Error('the library is not empty, so there is a list')
  const spoiled = { ...call, answer: { status: 200, body: [{ ...body[0], nonsense: true }] } }
  const found = openVendorDocument('radarr')?.violations(spoiled) ?? [{ part: 'answer', at: '/0' }]
  expect(found).toMatchObject([{ part: 'answer', at: '/0' }])
})
