import { afterAll, beforeAll, expect, it } from 'vitest'
import { HARBOUR_NINE_TVDB, SHOW } from '../catalogue/fixtures.ts'
import { spoilList } from '../servarr/manager-walk.ts'
import { openScreenWalk, type ScreenPlan, type ScreenWalk } from '../servarr/screen-walk.ts'
import { openVendorDocument } from '../vendor-documents.ts'

let walk: ScreenWalk

beforeAll(async () => {
  walk = await openScreenWalk('sonarr')
})
afterAll(() => walk.close())

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
const PASS = {
  series: [{ id: 2, monitored: true, seasons: [{ seasonNumber: 1, monitored: false }] }],
  monitoringOptions: { monitor: 'all' },
}

const PLAN: ScreenPlan = {
  command: { name: 'SeasonSearch', seriesId: 1, seasonNumber: 1 },
  add: ['POST /api/v3/series', ADD],
  begin({ sonarr }) {
    const episodes = sonarr.episodes(2, 2).slice(0, 3)
    sonarr.startDownload(
      2,
      episodes.map(episode => episode.id),
      { progress: 0.2 },
    )
  },
  reads: (from, to) => [
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
    `/api/v3/calendar?start=${from}&end=${to}&unmonitored=true&includeSeries=true&includeEpisodeFile=true`,
    '/api/v3/wanted/missing?monitored=true&includeSeries=true',
    '/api/v3/release?seriesId=1&seasonNumber=1',
    '/api/v3/release?episodeId=1',
  ],
  changes: async walker => [
    ['PUT /api/v3/series/1?moveFiles=false', await walker.read('/api/v3/series/1')],
    ['PUT /api/v3/series/editor', { seriesIds: [1], monitored: false, tags: [1], applyTags: 'add' }],
    ['PUT /api/v3/episode/monitor', { episodeIds: [1], monitored: true }],
    ['PUT /api/v3/episode/1', { monitored: false }],
    ['POST /api/v3/seasonpass', PASS],
  ],
  search: 'episodeId=3',
  deletes: [
    'DELETE /api/v3/episodefile/1',
    ['DELETE /api/v3/episodefile/bulk', { episodeFileIds: [2] }],
    'DELETE /api/v3/series/3?deleteFiles=true&addImportListExclusion=true',
    ['DELETE /api/v3/series/editor', { seriesIds: [1], deleteFiles: false }],
  ],
}

it('answers every route in the words of the vendor document', async () => {
  expect(await walk.run(PLAN)).toEqual([])
  const document = openVendorDocument('sonarr')
  const calls = walk.world.sonarr.journal.requests('* /api/*')
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})

it('would be told of an answer with a field that the vendor does not send', async () => {
  const call = await spoilList(walk.walker, walk.world.sonarr.journal, '/api/v3/series')
  const found = openVendorDocument('sonarr')?.violations(call) ?? [{ part: 'answer', at: '/0' }]
  expect(found).toMatchObject([{ part: 'answer', at: '/0' }])
})
