import { afterAll, beforeAll, expect, it } from 'vitest'
import { HARBOUR_NINE_TVDB, SHOW } from '../catalogue/fixtures.ts'
import { stockFixtures } from '../fixture-library.ts'
import { type HookReceiver, startHookReceiver } from '../kit/hook-receiver.ts'
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
  walker = createWalker(world.sonarr, { 'x-api-key': world.sonarr.api_key })
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
    '/api/v3/series?includeSeasonImages=false',
    `/api/v3/series?tvdbId=${HARBOUR_NINE_TVDB}`,
    '/api/v3/series/1',
    `/api/v3/series/lookup?term=tvdb:${SHOW.anime - 370_000}`,
    '/api/v3/series/lookup?term=the',
    '/api/v3/episode?seriesId=1&seasonNumber=1&includeEpisodeFile=true',
    '/api/v3/episode?episodeIds=1&episodeIds=2&includeSeries=true',
    '/api/v3/episode/1',
    '/api/v3/episodefile?seriesId=1',
    '/api/v3/episodefile/1',
    '/api/v3/queue?page=1&pageSize=20&includeSeries=true&includeEpisode=true',
    '/api/v3/queue/details?seriesId=2',
    '/api/v3/queue/status',
    '/api/v3/history?page=1&pageSize=10&includeSeries=true&includeEpisode=true&eventType=1',
    '/api/v3/history/series?seriesId=2&seasonNumber=2&eventType=grabbed',
    `/api/v3/history/since?date=${from}`,
    `/api/v3/calendar?start=${from}&end=${to}&unmonitored=true&includeSeries=true&includeEpisodeFile=true`,
    '/api/v3/wanted/missing?monitored=true&includeSeries=true',
    '/api/v3/wanted/cutoff',
    '/api/v3/release?seriesId=1&seasonNumber=1',
    '/api/v3/release?episodeId=1',
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
  ]
  return {
    name,
    implementation: 'Webhook',
    configContract: 'WebhookSettings',
    tags: [],
    onGrab: true,
    fields,
  }
}

const ADD = {
  tvdbId: SHOW.mature - 370_000,
  title: 'Blood Oranges',
  qualityProfileId: 4,
  rootFolderPath: '/tv',
  monitored: true,
  seasonFolder: true,
  seriesType: 'standard',
  monitorNewItems: 'none',
  seasons: [{ seasonNumber: 1, monitored: true }],
  addOptions: { monitor: 'skip', searchForMissingEpisodes: true },
}

async function walkWrites(): Promise<void> {
  const { sonarr } = world
  const put = async (path: string, body: unknown) =>
    expect(await walker.misses([[`PUT ${path}`, body]], 202)).toEqual([])
  await put('/api/v3/notification/1?forceSave=true', { ...connection('one'), id: 1 })
  expect((await walker.send('POST /api/v3/notification/test', connection('two'))).status).toBe(200)
  await put('/api/v3/series/1?moveFiles=false', (await walker.send('GET /api/v3/series/1')).body)
  await put('/api/v3/series/editor', { seriesIds: [1], monitored: false, tags: [1], applyTags: 'add' })
  await put('/api/v3/episode/monitor', { episodeIds: [1], monitored: true })
  await put('/api/v3/episode/1', { monitored: false })
  await put('/api/v3/qualityprofile/4', (await walker.send('GET /api/v3/qualityprofile/4')).body)
  await put('/api/v3/customformat/1', { id: 1, name: 'x265 (HD)', specifications: [] })
  const pass = {
    series: [{ id: 2, monitored: true, seasons: [{ seasonNumber: 1, monitored: false }] }],
    monitoringOptions: { monitor: 'all' },
  }
  expect((await walker.send('POST /api/v3/seasonpass', pass)).status).toBe(202)
  expect((await walker.send('POST /api/v3/rootfolder', { path: '/more' })).status).toBe(201)
  const releases = (await walker.send('GET /api/v3/release?episodeId=3')).body as {
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
  const grab = sonarr.history().find(row => row.event === 'grabbed')
  expect((await walker.send(`POST /api/v3/history/failed/${grab?.id}`)).status).toBe(200)
  expect((await walker.send('GET /api/v3/blocklist')).status).toBe(200)
}

async function walkDeletes(): Promise<void> {
  const queue = (await walker.send('GET /api/v3/queue/details')).body as { id: number }[]
  const single = [
    `/api/v3/queue/${queue[0]?.id}?removeFromClient=true&blocklist=true&skipRedownload=true`,
    '/api/v3/episodefile/1',
    '/api/v3/series/3?deleteFiles=true&addImportListExclusion=true',
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
    ['DELETE /api/v3/queue/bulk', { ids: [queue.at(-1)?.id] }],
    ['DELETE /api/v3/blocklist/bulk', { ids: [2] }],
    ['DELETE /api/v3/episodefile/bulk', { episodeFileIds: [2] }],
    ['DELETE /api/v3/series/editor', { seriesIds: [1], deleteFiles: false }],
  ] as const
  expect(await walker.misses(bulk, 200)).toEqual([])
}

it('answers every route in the words of the vendor document', { timeout: 30_000 }, async () => {
  const { sonarr } = world
  expect((await walker.send('POST /api/v3/tag', { label: 'Requester-7' })).status).toBe(201)
  expect((await walker.send('POST /api/v3/customformat', { name: 'x265', specifications: [] })).status).toBe(
    201,
  )
  expect((await walker.send('POST /api/v3/notification', connection('one'))).status).toBe(201)
  expect(
    (await walker.send('POST /api/v3/command', { name: 'SeasonSearch', seriesId: 1, seasonNumber: 1 }))
      .status,
  ).toBe(201)
  expect((await walker.send('POST /api/v3/series', ADD)).status).toBe(201)
  const season = sonarr
    .episodes(2, 2)
    .slice(0, 3)
    .map(episode => episode.id)
  sonarr.startDownload(2, season, { progress: 0.2 })
  sonarr.health.raise('IndexerStatusCheck', 'warning', 'Indexers unavailable due to failures: NZBarn')
  await walkReads()
  await walkWrites()
  await walkDeletes()
  expect(walker.unmet()).toEqual([])

  const document = openVendorDocument('sonarr')
  const calls = sonarr.journal.requests('* /api/*')
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})

it('would be told of an answer with a field that the vendor does not send', { timeout: 30_000 }, async () => {
  const { body } = await walker.send('GET /api/v3/series')
  const call = world.sonarr.journal.requests('GET /api/v3/series').at(-1)
  if (!call || !Array.isArray(body)) throw new Error('the library is not empty, so there is a list')
  const spoiled = { ...call, answer: { status: 200, body: [{ ...body[0], nonsense: true }] } }
  const found = openVendorDocument('sonarr')?.violations(spoiled) ?? [{ part: 'answer', at: '/0' }]
  expect(found).toMatchObject([{ part: 'answer', at: '/0' }])
})
