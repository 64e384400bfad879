import { startWorld, status, type World } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createOutbound, type Outbound } from '#kit/outbound.ts'
import type { MusicCharts } from '#ports/music-charts.ts'
import { createListenBrainzCharts } from './listenbrainz-charts.ts'

const TODAY = '2026-11-15'
const asker = { lane: '1' }
let world: World<'listenbrainz'>
let outbound: Outbound
let charts: MusicCharts

beforeEach(async () => {
  world = await startWorld({ products: ['listenbrainz'], now: () => Date.parse(`${TODAY}T09:00:00Z`) })
  const clock = createTestClock()
  // A second has passed whenever one is asked.
  const hurried = {
    ...clock,
    monotonicMs: () => (clock.advance(1000), clock.monotonicMs()),
    sleep: async () => {},
  }
  outbound = createOutbound({ clock: hurried, external_proxy: () => null, user_agent: 'Foyer/dev ( test )' })
  charts = createListenBrainzCharts({ external: outbound.external, url: world.listenbrainz.url })
})
afterEach(async () => {
  await outbound.destroy()
  await world.close()
})

it('asks and is answered in the words of the vendor', async () => {
  const chart = await charts.popular('this_week', 2, asker)
  expect(chart?.rows).toHaveLength(20)
  const fresh = await charts.newReleases(TODAY, 30, asker)
  expect(fresh.length).toBeGreaterThan(0)
  const calls = world.listenbrainz.journal.entries
  expect(calls.map(({ path }) => path)).toEqual([
    '/1/stats/sitewide/release-groups',
    '/1/explore/fresh-releases/',
  ])
  const document = openVendorDocument('listenbrainz')
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})

it('tells what was not counted yet from a failure, and drops names without an id', async () => {
  world.listenbrainz.uncount('this_year')
  expect(await charts.popular('this_year', 1, asker)).toBeNull()
  world.listenbrainz.leadCharts([null, null])
  expect((await charts.popular('this_month', 1, asker))?.rows).toHaveLength(18)
  world.listenbrainz.leadCharts(['no id'])
  await expect(charts.popular('this_month', 1, asker)).rejects.toMatchObject({ kind: 'bad_answer' })
  world.listenbrainz.faults.next('GET /1/explore/*', status(401))
  await expect(charts.newReleases(TODAY, 30, asker)).rejects.toMatchObject({ kind: 'rejected_key' })
})
