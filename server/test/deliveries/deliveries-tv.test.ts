import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { dropAfterCommit, SHOW, status } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { expect, it } from 'vitest'
import type { Database } from '#db/database.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import { insertUserAndInstances, SERIES } from '#test/build-deliveries.ts'
import { openDeliveryProcess } from '#test/delivery-process.ts'
import { createTestClock } from '#test/test-clock.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import { openFresh } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'

const SECOND = 1000
/** Specials, three seasons of six that aired, and a fourth without a date. */
const TVDB = 430_005

const MATCH: TvMatch = {
  tmdb_id: SHOW.with_specials,
  tvdb_id: TVDB,
  season_map: { 1: 1, 2: 2, 3: 3, 4: 4 },
  provenance: 'metadata',
  revision: 'a'.repeat(24),
  state: 'resolved',
}

async function begin() {
  const clock = createTestClock()
  const world = await startSimulators({ products: ['sonarr'], now: () => clock.now().getTime() })
  const database = await openFresh('sqlite')
  await insertUserAndInstances(database, { series: world.sonarr })
  const now = { match: (): TvMatch => MATCH }
  const harness = openDeliveryProcess(database, { clock, match: () => now.match() })
  const { jobs } = harness
  const { sonarr } = world
  const show = (seasons: number[], more = {}) =>
    harness.saveRequest({
      media_type: 'tv',
      tmdb_id: MATCH.tmdb_id,
      identity: `tv:${MATCH.tmdb_id}`,
      instance_id: SERIES,
      title: 'Understairs at Christmas',
      seasons: JSON.stringify(seasons),
      season_scope: null,
      match: JSON.stringify(MATCH),
      ...more,
    })
  /** Lets the manager do its part, and Foyer its own. */
  async function pass(ms: number, meanwhile = () => {}) {
    clock.advance(ms)
    await world.settle()
    meanwhile()
    await jobs.settle()
  }
  const series = () => sonarr.oneSeries(TVDB)
  const flags = () =>
    (series()?.seasons ?? []).flatMap(season => (season.monitored ? [season.season_number] : []))
  const wanted = () =>
    (series()?.episodes ?? []).flatMap(one =>
      one.monitored ? [`${one.season_number}x${one.episode_number}`] : [],
    )
  const commands = () =>
    sonarr.journal.requests('POST /api/v3/command').map(call => call.body as Record<string, unknown>)
  const violations = () => {
    const document = openVendorDocument('sonarr')
    return document ? sonarr.journal.requests('* /api/*').flatMap(document.violations) : []
  }
  return { ...harness, world, sonarr, clock, now, show, pass, series, flags, wanted, commands, violations }
}

it('adds exactly the seasons that were asked for, in season folders, with nothing new (1/4.8)', async () => {
  const { show, pass, stateOf, series, flags, wanted, sonarr, violations } = await begin()
  const { id } = await show([1, 3], { quality_profile_id: 5 })
  await pass(0)
  expect(await stateOf(id)).toEqual({ state: 'complete', code: 'requested', attempts: 1, began: true })
  await pass(5 * SECOND)
  expect(series()).toMatchObject({
    monitored: true,
    season_folder: true,
    monitor_new_items: 'none',
    quality_profile_id: 5,
    root_folder_path: '/tv',
  })
  expect(flags()).toEqual([1, 3])
  expect(wanted()).toHaveLength(12)
  expect(sonarr.journal.requests('POST /api/v3/series')[0]?.body).toMatchObject({
    tvdbId: TVDB,
    monitored: true,
    seasons: [0, 1, 2, 3, 4].map(n => ({ seasonNumber: n, monitored: n === 1 || n === 3 })),
    addOptions: { monitor: 'skip', searchForMissingEpisodes: true },
  })
  expect(violations()).toEqual([])
})

it('of a series that is there, only missing seasons are switched on and searched for; none is switched off', async () => {
  const { show, pass, stateOf, sonarr, flags, commands, series, violations } = await begin()
  sonarr.addSeries(TVDB, { seasons: [3], files: [1], monitored: false })
  const { id } = await show([1, 2])
  await pass(0)
  expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'partial', began: true })
  expect(flags()).toEqual([2, 3])
  expect(series()?.monitored).toBe(true)
  expect(series()?.episodes.filter(one => one.season_number === 1 && one.monitored)).toEqual([])
  const seriesId = series()?.id
  expect(commands()).toEqual([{ name: 'SeasonSearch', seriesId, seasonNumber: 2 }])
  expect(violations()).toEqual([])
})

it('reaches episodes that somebody unticked in a season that is on (sonarr.md)', async () => {
  const { show, pass, stateOf, sonarr, wanted, series, violations } = await begin()
  sonarr.addSeries(TVDB, { seasons: [2] })
  for (const one of series()?.episodes ?? [])
    one.monitored = one.season_number === 2 && one.episode_number > 3
  const { id } = await show([2])
  await pass(0)
  expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'requested' })
  expect(wanted()).toEqual(['2x1', '2x2', '2x3', '2x4', '2x5', '2x6'])
  expect(sonarr.journal.requests('PUT /api/v3/episode/monitor')).toHaveLength(1)
  expect(violations()).toEqual([])
})

it('writes nothing when nothing is missing, and says how the seasons stand', async () => {
  const { show, pass, stateOf, sonarr } = await begin()
  sonarr.addSeries(TVDB, { seasons: [2, 4], files: [1] })
  const cases = { available: [1], requested: [2], partial: [1, 2] }
  for (const [code, seasons] of Object.entries(cases)) {
    const { id } = await show(seasons)
    await pass(0)
    expect(await stateOf(id), code).toMatchObject({ state: 'complete', code, began: false })
  }
  // Nothing of it has aired, and the season is wanted already.
  const { id } = await show([4])
  await pass(0)
  expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'requested', began: false })
  expect(sonarr.journal.requests('PUT /*')).toEqual([])
  expect(sonarr.journal.requests('POST /*')).toEqual([])
})

it('a pilot is added unmonitored; its one episode is wanted when the add is finished (1/4.8)', async () => {
  const { show, pass, stateOf, sonarr, series, wanted, flags, commands, violations } = await begin()
  const { id } = await show([1], { season_scope: 'pilot' })
  await pass(0)
  expect(sonarr.journal.requests('POST /api/v3/series')[0]?.body).toMatchObject({
    monitored: false,
    addOptions: { monitor: 'skip', searchForMissingEpisodes: false },
  })
  expect(await stateOf(id)).toEqual({
    state: 'retry',
    code: 'tv_metadata_refresh',
    attempts: 0,
    began: true,
  })
  await pass(11 * SECOND)
  expect(await stateOf(id)).toEqual({ state: 'complete', code: 'requested', attempts: 1, began: true })
  expect(wanted()).toEqual(['1x1'])
  expect(flags()).toEqual([])
  expect(series()?.monitored).toBe(true)
  const pilot = series()?.episodes.find(one => one.season_number === 1 && one.episode_number === 1)
  expect(commands()).toEqual([{ name: 'EpisodeSearch', episodeIds: [pilot?.id] }])
  expect(violations()).toEqual([])
})

it('a manager that never finishes its add counts as failing in the end', async () => {
  const { show, pass, stateOf, series } = await begin()
  const { id } = await show([1], { season_scope: 'pilot' })
  await pass(0)
  const stuck = series()
  for (let n = 0; n < 20; n += 1) {
    await pass(5 * MINUTE_MS, () => void Object.assign(stuck ?? {}, { add_options: {}, episodes: [] }))
  }
  expect(await stateOf(id)).toMatchObject({ state: 'retry', code: 'tv_metadata_refresh' })
  expect((await stateOf(id))?.attempts).toBeGreaterThan(0)
})

it('a pilot of a series that is there needs no add; one with a file needs nothing', async () => {
  const { show, pass, stateOf, sonarr, wanted } = await begin()
  sonarr.addSeries(TVDB, { seasons: [], monitored: false })
  const first = await show([1], { season_scope: 'pilot' })
  await pass(0)
  expect(await stateOf(first.id)).toMatchObject({ state: 'complete', code: 'requested', began: true })
  expect(wanted()).toEqual(['1x1'])
  const again = await show([1], { season_scope: 'pilot' })
  await pass(0)
  expect(await stateOf(again.id)).toMatchObject({ state: 'complete', code: 'requested', began: false })
  const pilot = sonarr.oneSeries(TVDB)?.episodes.find(one => one.season_number === 1)
  sonarr.importFile(pilot?.id ?? 0)
  const third = await show([1], { season_scope: 'pilot' })
  await pass(0)
  expect(await stateOf(third.id)).toMatchObject({ state: 'complete', code: 'available', began: false })
})

it('a second request waits for the add of the first, then adds its own season', async () => {
  const { show, pass, stateOf, flags, wanted } = await begin()
  const first = await show([1])
  const second = await show([2])
  await pass(0)
  expect(await stateOf(first.id)).toMatchObject({ state: 'complete' })
  expect(await stateOf(second.id)).toMatchObject({
    state: 'retry',
    code: 'tv_metadata_refresh',
    attempts: 0,
  })
  await pass(11 * SECOND)
  expect(await stateOf(second.id)).toMatchObject({ state: 'complete', code: 'requested', attempts: 1 })
  expect(flags()).toEqual([1, 2])
  expect(wanted()).toHaveLength(12)
})

it('an add and a search whose answers were lost are reconciled, not repeated (1:3)', async () => {
  const { show, pass, stateOf, sonarr, flags, commands } = await begin()
  sonarr.faults.next('POST /api/v3/series', dropAfterCommit())
  const { id } = await show([2])
  await pass(0)
  expect(await stateOf(id)).toMatchObject({ state: 'retry', began: true })
  await pass(MINUTE_MS)
  expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'requested' })
  expect(sonarr.series()).toHaveLength(1)
  expect(flags()).toEqual([2])

  sonarr.faults.next('POST /api/v3/command', status(500))
  const more = await show([3])
  await pass(0)
  expect(await stateOf(more.id)).toMatchObject({ state: 'retry', began: true })
  await pass(MINUTE_MS)
  expect(await stateOf(more.id)).toMatchObject({ state: 'complete' })
  expect(commands().map(({ seasonNumber }) => seasonNumber)).toEqual([3, 3])
  expect(sonarr.journal.requests('PUT /api/v3/series/*')).toHaveLength(1)
})

it('asks for a refresh when the library lacks a season, and gives up when it stays away', async () => {
  const { show, pass, stateOf, sonarr, flags, commands, database, deliveries } = await begin()
  const record = sonarr.addSeries(TVDB, { seasons: [1] })
  const forget = (season: number) => {
    record.seasons = record.seasons.filter(one => one.season_number !== season)
    record.episodes = record.episodes.filter(one => one.season_number !== season)
  }
  forget(2)
  const { id } = await show([2])
  await pass(0)
  expect(await stateOf(id)).toMatchObject({
    state: 'retry',
    code: 'tv_metadata_refresh',
    attempts: 0,
    began: false,
  })
  expect(commands()).toEqual([{ name: 'RefreshSeries', seriesIds: [record.id] }])
  await pass(11 * SECOND)
  expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'requested' })
  expect(flags()).toEqual([1, 2])

  forget(3)
  const gone = await show([3])
  await pass(0)
  for (let n = 0; n < 6; n += 1) {
    await pass(MINUTE_MS, () => forget(3))
  }
  expect(await stateOf(gone.id)).toMatchObject({
    state: 'attention',
    code: 'tv_target_missing',
    began: false,
  })
  // A person who tries again has it looked for again.
  await database.transaction(tx => deliveries.retry(tx, gone.id))
  await pass(0)
  expect(commands().filter(one => one['name'] === 'RefreshSeries')).toHaveLength(3)
  await pass(11 * SECOND)
  expect(await stateOf(gone.id)).toMatchObject({ state: 'complete', code: 'requested' })
})

const CHANGED: TvMatch = { ...MATCH, revision: 'b'.repeat(24), tvdb_id: 430_102 }

it.each<[string, () => TvMatch, object, string, string]>([
  ['paused', () => ({ ...CHANGED, state: 'paused' }), {}, 'attention', 'tv_match_paused'],
  ['not clear', () => ({ ...CHANGED, state: 'unresolved' }), {}, 'attention', 'tv_match_ambiguous'],
  ['changed since', () => CHANGED, {}, 'attention', 'tv_match_changed'],
  ['without the season', () => MATCH, { seasons: '[1,9]' }, 'attention', 'tv_seasons_unmapped'],
  [
    'unknown to the manager',
    () => ({ ...CHANGED, tvdb_id: 1 }),
    { match: null },
    'attention',
    'tv_target_missing',
  ],
  [
    'of a series without that season',
    () => ({ ...MATCH, season_map: { 1: 9 } }),
    { match: null, seasons: '[1]' },
    'attention',
    'tv_target_missing',
  ],
  [
    'not to be had now',
    () => {
      throw new UpstreamFault({ upstream: 'TMDB', kind: 'timeout' })
    },
    { match: null },
    'retry',
    'tv_metadata_unavailable',
  ],
])('C13: a match that is %s touches no library', async (_name, match, more, state, code) => {
  const { show, pass, stateOf, now, sonarr } = await begin()
  now.match = match
  const { id } = await show([1], more)
  await pass(0)
  expect(await stateOf(id)).toMatchObject({ state, code, began: false })
  expect(sonarr.series()).toEqual([])
})

it('a request that was accepted before its match was known takes the one that is found', async () => {
  const { show, pass, stateOf, now, deliveries, database, flags } = await begin()
  now.match = () => ({ ...CHANGED, state: 'paused' })
  const { id } = await show([1], { match: JSON.stringify({ ...CHANGED, state: 'paused' }) })
  await pass(0)
  expect(await stateOf(id)).toMatchObject({ state: 'attention', code: 'tv_match_paused' })
  now.match = () => MATCH
  await database.transaction(tx => deliveries.retry(tx, id))
  await pass(0)
  expect(await stateOf(id)).toMatchObject({ state: 'complete', code: 'requested' })
  expect(flags()).toEqual([1])
  // Where it went is kept with it: how it stands and whether it needs a repair are told by that.
  expect(await matchOf(database, id)).toEqual(MATCH)
})

it('the match that a delivery began with is the one it ends with (C13)', async () => {
  const { show, pass, stateOf, now, database, series } = await begin()
  const { id } = await show([1], { match: null, season_scope: 'pilot' })
  await pass(0)
  expect(await stateOf(id)).toMatchObject({ state: 'retry', code: 'tv_metadata_refresh', began: true })
  expect(await matchOf(database, id)).toEqual(MATCH)
  now.match = () => CHANGED
  await pass(11 * SECOND)
  expect(await stateOf(id)).toMatchObject({ state: 'attention', code: 'tv_match_changed' })
  expect([await matchOf(database, id), series()?.tvdb_id]).toEqual([MATCH, TVDB])
})

async function matchOf({ read }: Database, id: number): Promise<unknown> {
  const { match } = await read
    .selectFrom('requests')
    .select('match')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return match && JSON.parse(match)
}
