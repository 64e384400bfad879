import { afterEach, beforeEach, expect, it } from 'vitest'
import { asList, asRecord } from '../kit/json.ts'
import { openVendorDocument } from '../vendor-documents.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'listenbrainz'>

beforeEach(async () => {
  world = await startWorld({ products: ['listenbrainz'], now: () => Date.parse('2026-11-15T09:00:00Z') })
})
afterEach(() => world.close())

async function get(path: string) {
  const response = await fetch(`${world.listenbrainz.url}${path}`)
  const raw = await response.text()
  return { status: response.status, payload: raw ? asRecord(asRecord(JSON.parse(raw))['payload']) : {} }
}

const CHART = '/1/stats/sitewide/release-groups'
const FRESH = '/1/explore/fresh-releases/'

it('pages its charts, with a count that only echoes', async () => {
  const { payload } = await get(`${CHART}?range=this_week&count=20&offset=40`)
  const total = Number(payload['total_release_group_count'])
  expect(payload).toMatchObject({ count: 20, offset: 40, range: 'this_week' })
  expect(asList(payload['release_groups'])).toHaveLength(Math.min(20, total - 40))
  const past = await get(`${CHART}?range=this_week&count=20&offset=1000`)
  expect(asList(past.payload['release_groups'])).toEqual([])
  world.listenbrainz.leadCharts([null])
  const led = await get(`${CHART}?count=1`)
  expect(asRecord(asList(led.payload['release_groups'])[0])['release_group_mbid']).toBeNull()
})

it('refuses ranges and windows that it does not know, and counts when it has counted', async () => {
  expect((await get(`${CHART}?range=today`)).status).toBe(400)
  expect((await get(`${FRESH}?days=91`)).status).toBe(400)
  expect((await get(`${FRESH}?release_date=today`)).status).toBe(400)
  world.listenbrainz.uncount('this_year')
  expect((await get(`${CHART}?range=this_year`)).status).toBe(204)
})

it('tells what came out, oldest first, in one answer', async () => {
  const { payload } = await get('/1/explore/fresh-releases?days=30&future=false')
  const dates = asList(payload['releases']).map(row => String(asRecord(row)['release_date']))
  expect(dates).toEqual([...dates].sort())
  expect([dates[0], dates.at(-1)]).toEqual(['2026-10-19', '2026-11-15'])
  const { payload: both } = await get(`${FRESH}?days=30`)
  expect(Number(both['total_count'])).toBeGreaterThan(dates.length)
})

it('answers in the words of the vendor document', async () => {
  world.listenbrainz.leadCharts([null])
  await get(`${CHART}?range=this_month&count=20&offset=0`)
  await get(`${FRESH}?release_date=2026-11-15&days=30&past=true&future=false&sort=release_date`)
  const document = openVendorDocument('listenbrainz')
  const calls = world.listenbrainz.journal.entries
  expect(calls.map(({ answer }) => answer?.status)).toEqual([200, 200])
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})
