import { afterEach, beforeEach, expect, it } from 'vitest'
import { asList, asRecord } from '../kit/json.ts'
import { MINUTE_MS } from '../kit/time.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'tdarr'>
let walker: Walker

beforeEach(async () => {
  world = await startWorld({ products: ['tdarr'] })
  walker = createWalker(world.tdarr, {})
})
afterEach(() => world.close())

const LIBRARIES = { collection: 'LibrarySettingsJSONDB', mode: 'getAll', docID: '', obj: {} }
const STATISTICS = { collection: 'StatisticsJSONDB', mode: 'getById', docID: 'statistics', obj: {} }

async function worker(): Promise<Record<string, unknown>> {
  const nodes = asRecord((await walker.send('GET /api/v2/get-nodes')).body)
  return asRecord(Object.values(asRecord(asRecord(nodes['nodeA1'])['workers']))[0])
}

it('asks for no key until one is set, and then for that one', async () => {
  expect((await walker.send('GET /api/v2/status')).body).toMatchObject({ status: 'good' })
  world.tdarr.requireKey('tapi_secret')
  expect((await walker.send('GET /api/v2/status')).status).toBe(401)
  const keyed = createWalker(world.tdarr, { 'x-api-key': 'tapi_secret' })
  expect((await keyed.send('GET /api/v2/status')).status).toBe(200)
})

it('answers a page to a path it does not know', async () => {
  const response = await fetch(`${world.tdarr.url}/nothing`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html'])
  world.tdarr.journal.clear()
})

it('keys nodes and workers by id, and says less early in a job than later', async () => {
  expect(await worker()).toEqual({})
  world.tdarr.startJob('/media/movies/Paper Lanterns.mkv', { duration_ms: 10 * MINUTE_MS })
  expect(await worker()).toMatchObject({ status: 'Scanning', isFlowWorker: false, fps: 0 })
  expect(await worker()).not.toHaveProperty('job')
  await world.advance(5 * MINUTE_MS)
  const later = await worker()
  expect(later).toMatchObject({ status: 'Transcoding', isFlowWorker: true, job: { type: 'transcode' } })
  expect(later['percentage']).toBeCloseTo(50, 0)
})

it('finishes a job by itself, and counts it', async () => {
  const count = async () => {
    const { body } = await walker.send('POST /api/v2/cruddb', { data: STATISTICS })
    return Number(asRecord(body)['totalTranscodeCount'])
  }
  const before = await count()
  world.tdarr.startJob('/media/movies/Paper Lanterns.mkv', { duration_ms: MINUTE_MS })
  await world.advance(2 * MINUTE_MS)
  expect(await worker()).toEqual({})
  expect(await count()).toBe(before + 1)
})

it('reads its libraries and their pies, and refuses to write or wipe', async () => {
  const libraries = asList((await walker.send('POST /api/v2/cruddb', { data: LIBRARIES })).body).map(asRecord)
  expect(libraries.map(library => library['name'])).toEqual(['Shows', 'Movies'])
  const pies = async (libraryId: unknown) =>
    asRecord(
      asRecord((await walker.send('POST /api/v2/stats/get-pies', { data: { libraryId } })).body)['pieStats'],
    )
  const [all, shows] = [await pies(''), await pies(libraries[0]?.['_id'])]
  expect(Number(all['totalFiles'])).toBeGreaterThan(Number(shows['totalFiles']))
  const names = asList(asRecord(all['status'])['transcode']).map(slice => asRecord(slice)['name'])
  expect(names).toContain('Not required')
  expect(names).not.toContain('Hold')
  const wipe = { ...LIBRARIES, mode: 'removeAll' }
  expect((await walker.send('POST /api/v2/cruddb', { data: wipe })).status).toBe(403)
})

it('has statistics that do not add up to its files', async () => {
  const { body } = await walker.send('POST /api/v2/cruddb', { data: STATISTICS })
  const statistics = asRecord(body)
  const tables = [0, 1, 2, 3].map(n => Number(statistics[`table${n}Count`]))
  expect(tables.reduce((sum, count) => sum + count)).not.toBe(statistics['totalFileCount'])
})

it('answers 404 for the pies of an older server, and is alive', async () => {
  world.tdarr.withoutPies(true)
  expect((await walker.send('POST /api/v2/stats/get-pies', { data: { libraryId: '' } })).status).toBe(404)
  expect((await walker.send('POST /api/v2/is-server-alive', {})).body).toEqual({ isAlive: true })
})
