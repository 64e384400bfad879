import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOVIE } from '../catalogue/fixtures.ts'
import { spoilList } from '../servarr/manager-walk.ts'
import { openScreenWalk, type ScreenPlan, type ScreenWalk } from '../servarr/screen-walk.ts'
import { openVendorDocument } from '../vendor-documents.ts'

let walk: ScreenWalk

beforeAll(async () => {
  walk = await openScreenWalk('radarr')
})
afterAll(() => walk.close())

const ADD = {
  tmdbId: MOVIE.absent,
  title: 'x',
  qualityProfileId: 4,
  rootFolderPath: '/movies',
  monitored: true,
  addOptions: { searchForMovie: true, monitor: 'movieOnly' },
}

const PLAN: ScreenPlan = {
  command: { name: 'MoviesSearch', movieIds: [1] },
  add: ['POST /api/v3/movie', ADD],
  begin: ({ radarr }) => void radarr.startDownload(1, { quality: 'Bluray-2160p', progress: 0.2 }),
  reads: (from, to) => [
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
    `/api/v3/calendar?start=${from}&end=${to}&unmonitored=true`,
    '/api/v3/wanted/missing?monitored=true',
    '/api/v3/release?movieId=1',
    '/api/v3/exclusions',
  ],
  changes: async walker => [
    ['PUT /api/v3/movie/1?moveFiles=false', await walker.read('/api/v3/movie/1')],
    ['PUT /api/v3/movie/editor', { movieIds: [1], monitored: false, tags: [1], applyTags: 'add' }],
  ],
  search: 'movieId=7',
  deletes: [
    'DELETE /api/v3/moviefile/1',
    ['DELETE /api/v3/moviefile/bulk', { movieFileIds: [2] }],
    'DELETE /api/v3/movie/5?deleteFiles=true&addImportExclusion=true',
    ['DELETE /api/v3/movie/editor', { movieIds: [6], deleteFiles: false }],
    'DELETE /api/v3/exclusions/1',
  ],
}

it('answers every route in the words of the vendor document', async () => {
  expect(await walk.run(PLAN)).toEqual([])
  const document = openVendorDocument('radarr')
  const calls = walk.world.radarr.journal.requests('* /api/*')
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})

it('would be told of an answer with a field that the vendor does not send', async () => {
  const call = await spoilList(walk.walker, walk.world.radarr.journal, '/api/v3/movie')
  const found = openVendorDocument('radarr')?.violations(call) ?? [{ part: 'answer', at: '/0' }]
  expect(found).toMatchObject([{ part: 'answer', at: '/0' }])
})
