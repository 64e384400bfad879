import { afterAll, beforeAll, expect, it } from 'vitest'
import { HARBOUR_NINE_TVDB, SHOW } from '../catalogue/fixtures.ts'
import { stockFixtures } from '../fixture-library.ts'
import { type HookReceiver, startHookReceiver } from '../kit/hook-receiver.ts'
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
    ...sharedReads('/api/v3'),
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
    '/api/v3/history?page=1&pageSize=10&includeSeries=true&includeEpisode=true&eventType=1',
    '/api/v3/history/series?seriesId=2&seasonNumber=2&eventType=grabbed',
    `/api/v3/history/since?date=${from}`,
    `/api/v3/calendar?start=${from}&end=${to}&unmonitored=true&includeSeries=true&includeEpisodeFile=true`,
    '/api/v3/wanted/missing?monitored=true&includeSeries=true',
    '/api/v3/release?seriesId=1&seasonNumber=1',
    '/api/v3/release?episodeId=1',
    '/api/v3/qualityprofile/4',
    '/api/v3/mediacover/1/poster-250.jpg',
    '/MediaCover/1/fanart.jpg',
  ]
  expect(await walker.unread(paths)).toEqual([])
}

const connection = (name: string) => webhookConnection(hooks.url, name)

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
  const pass = {
    series: [{ id: 2, monitored: true, seasons: [{ seasonNumber: 1, monitored: false }] }],
    monitoringOptions: { monitor: 'all' },
  }
  const changed = [
    ...(await sharedChanges(walker, '/api/v3', { connection: connection('one'), profile: 4 })),
    ['PUT /api/v3/series/1?moveFiles=false', await walker.read('/api/v3/series/1')],
    ['PUT /api/v3/series/editor', { seriesIds: [1], monitored: false, tags: [1], applyTags: 'add' }],
    ['PUT /api/v3/episode/monitor', { episodeIds: [1], monitored: true }],
    ['PUT /api/v3/episode/1', { monitored: false }],
    ['POST /api/v3/seasonpass', pass],
  ] as const
  expect(await walker.misses(changed, 202)).toEqual([])
  expect(await walker.misses([['POST /api/v3/rootfolder', { path: '/more' }]], 201)).toEqual([])
  const done = [
    ['POST /api/v3/notification/test', connection('two')],
    ...(await grabAndFail(walker, '/api/v3', 'episodeId=3')),
  ] as const
  expect(await walker.misses(done, 200)).toEqual([])
}

async function walkDeletes(): Promise<void> {
  const gone = [
    ...(await sharedDeletes(walker, '/api/v3')),
    'DELETE /api/v3/episodefile/1',
    ['DELETE /api/v3/episodefile/bulk', { episodeFileIds: [2] }],
    'DELETE /api/v3/series/3?deleteFiles=true&addImportListExclusion=true',
    ['DELETE /api/v3/series/editor', { seriesIds: [1], deleteFiles: false }],
    'DELETE /api/v3/rootfolder/2',
    'DELETE /api/v3/qualityprofile/6',
  ] as const
  expect(await walker.misses(gone, 200)).toEqual([])
}

it('answers every route in the words of the vendor document', { timeout: 30_000 }, async () => {
  const { sonarr } = world
  const command = { name: 'SeasonSearch', seriesId: 1, seasonNumber: 1 }
  const made = [
    ...sharedCreates('/api/v3', connection('one'), command),
    ['POST /api/v3/series', ADD],
  ] as const
  expect(await walker.misses(made, 201)).toEqual([])
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
  const call = await spoilList(walker, world.sonarr.journal, '/api/v3/series')
  const found = openVendorDocument('sonarr')?.violations(call) ?? [{ part: 'answer', at: '/0' }]
  expect(found).toMatchObject([{ part: 'answer', at: '/0' }])
})
