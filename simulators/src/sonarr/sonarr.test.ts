import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HARBOUR_NINE_TVDB, SHOW } from '../catalogue/fixtures.ts'
import { asList, asRecord } from '../kit/json.ts'
import { MINUTE_MS, SECOND_MS } from '../kit/time.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'

let world: World<'sonarr'>
let walker: Walker

beforeEach(async () => {
  world = await startWorld({ products: ['sonarr'], now: () => Date.parse('2026-03-01T12:00:00Z') })
  walker = createWalker(world.sonarr, { 'x-api-key': world.sonarr.api_key })
})
afterEach(() => world.close())

const SPECIALS_TVDB = SHOW.with_specials - 370_000
const BASE = { title: 'x', qualityProfileId: 4, rootFolderPath: '/tv', monitored: true, seasonFolder: true }

async function addAndRefresh(body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const created = await walker.send('POST /api/v3/series', { ...BASE, ...body })
  expect(created.status).toBe(201)
  await world.advance(2 * SECOND_MS)
  return asRecord((await walker.send(`GET /api/v3/series/${String(asRecord(created.body)['id'])}`)).body)
}

/** `1` for a monitored season, by number. */
function flags(series: Record<string, unknown>): Record<string, boolean> {
  const seasons = asList(series['seasons']).map(asRecord)
  return Object.fromEntries(
    seasons.map(season => [String(season['seasonNumber']), season['monitored'] === true]),
  )
}

describe('adding', () => {
  it('has no episodes until the refresh', async () => {
    await walker.send('POST /api/v3/series', { ...BASE, tvdbId: HARBOUR_NINE_TVDB })
    expect((await walker.send('GET /api/v3/episode?seriesId=1')).body).toEqual([])
    await world.advance(2 * SECOND_MS)
    expect(asList((await walker.send('GET /api/v3/episode?seriesId=1')).body)).toHaveLength(8)
  })

  it('keeps exactly the chosen seasons with monitor skip', async () => {
    const seasons = [0, 1, 2, 3].map(seasonNumber => ({ seasonNumber, monitored: seasonNumber === 2 }))
    const series = await addAndRefresh({
      tvdbId: SPECIALS_TVDB,
      seasons,
      monitorNewItems: 'none',
      addOptions: { monitor: 'skip' },
    })
    expect(flags(series)).toEqual({ 0: false, 1: false, 2: true, 3: false, 4: false })
    expect(
      world.sonarr
        .episodes(1)
        .filter(one => one.monitored)
        .every(one => one.season_number === 2),
    ).toBe(true)
  })

  it('loses the chosen seasons to a concrete option', async () => {
    const seasons = [{ seasonNumber: 2, monitored: true }]
    const series = await addAndRefresh({
      tvdbId: SPECIALS_TVDB,
      seasons,
      addOptions: { monitor: 'firstSeason' },
    })
    expect(flags(series)).toEqual({ 0: false, 1: true, 2: false, 3: false, 4: false })
  })

  it('monitors the pilot and leaves its season off', async () => {
    const series = await addAndRefresh({ tvdbId: HARBOUR_NINE_TVDB, addOptions: { monitor: 'pilot' } })
    expect(flags(series)).toEqual({ 1: false })
    expect(
      world.sonarr
        .episodes(1)
        .filter(one => one.monitored)
        .map(one => one.episode_number),
    ).toEqual([1])
  })

  it('forces the series off with none', async () => {
    const series = await addAndRefresh({ tvdbId: HARBOUR_NINE_TVDB, addOptions: { monitor: 'none' } })
    expect(series['monitored']).toBe(false)
  })

  it('searches afterwards: a whole aired season comes as a pack', async () => {
    world.sonarr.stockIndexers(true)
    await addAndRefresh({
      tvdbId: HARBOUR_NINE_TVDB,
      addOptions: { monitor: 'skip', searchForMissingEpisodes: true },
    })
    await world.advance(2 * SECOND_MS)
    const rows = asList((await walker.send('GET /api/v3/queue/details?seriesId=1')).body).map(asRecord)
    expect(rows).toHaveLength(8)
    expect(new Set(rows.map(row => row['downloadId'])).size).toBe(1)
    expect(new Set(rows.map(row => row['size'])).size).toBe(1)
  })

  it('refuses doubles and gives no friendly defaults', async () => {
    world.sonarr.addSeries(HARBOUR_NINE_TVDB)
    const again = await walker.send('POST /api/v3/series', { ...BASE, tvdbId: HARBOUR_NINE_TVDB })
    expect(again.body).toMatchObject([{ propertyName: 'TvdbId', errorCode: 'SeriesExistsValidator' }])
    const bare = await walker.send('POST /api/v3/series', {
      tvdbId: SPECIALS_TVDB,
      title: 'x',
      qualityProfileId: 4,
      rootFolderPath: '/tv',
    })
    expect(bare.body).toMatchObject({ monitored: false, seasonFolder: false })
  })
})

describe('monitoring later', () => {
  it('cascades a changed season flag and leaves an unchanged one alone', async () => {
    const { id } = world.sonarr.addSeries(HARBOUR_NINE_TVDB)
    const [first] = world.sonarr.episodes(id)
    await walker.send('PUT /api/v3/episode/monitor', { episodeIds: [first?.id], monitored: false })
    const series = asRecord((await walker.send(`GET /api/v3/series/${id}`)).body)
    await walker.send(`PUT /api/v3/series/${id}`, series)
    expect(world.sonarr.episodes(id).filter(one => one.monitored)).toHaveLength(7)
    await walker.send(`PUT /api/v3/series/${id}`, {
      ...series,
      seasons: [{ seasonNumber: 1, monitored: false }],
    })
    expect(world.sonarr.episodes(id).filter(one => one.monitored)).toHaveLength(0)
  })
})

describe('searching', () => {
  it('tells what the library has with its id, and counts nothing of it', async () => {
    const { id } = world.sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
    const [found] = asList(
      (await walker.send(`GET /api/v3/series/lookup?term=tvdb:${HARBOUR_NINE_TVDB}`)).body,
    )
    expect(found).toMatchObject({
      id,
      seasons: [{ seasonNumber: 1, monitored: true }],
      statistics: { seasonCount: 1, episodeFileCount: 0, totalEpisodeCount: 0 },
    })
    const [season] = asList(asRecord(found)['seasons'])
    expect(season).not.toHaveProperty('statistics')
  })
})

describe('statistics', () => {
  it('counts monitored aired episodes, or those with a file', async () => {
    const { id } = world.sonarr.addSeries(SPECIALS_TVDB, { seasons: [2], files: [1] })
    const series = asRecord((await walker.send(`GET /api/v3/series/${id}`)).body)
    const bySeason = Object.fromEntries(
      asList(series['seasons'])
        .map(asRecord)
        .map(season => [String(season['seasonNumber']), asRecord(season['statistics'])]),
    )
    expect(bySeason['1']).toMatchObject({ episodeFileCount: 6, episodeCount: 6, percentOfEpisodes: 100 })
    expect(bySeason['2']).toMatchObject({ episodeFileCount: 0, episodeCount: 6, percentOfEpisodes: 0 })
    expect(bySeason['3']).toMatchObject({ episodeFileCount: 0, episodeCount: 0, totalEpisodeCount: 6 })
  })
})

describe('downloads', () => {
  it('import a pack as one file per episode', async () => {
    const { id } = world.sonarr.addSeries(HARBOUR_NINE_TVDB)
    const all = world.sonarr.episodes(id).map(episode => episode.id)
    world.sonarr.startDownload(id, all, { duration_ms: 10 * MINUTE_MS })
    await world.advance(10 * MINUTE_MS)
    expect(world.sonarr.files()).toHaveLength(8)
    expect(world.sonarr.files().every(file => file.release_type === 'seasonPack')).toBe(true)
    expect(world.sonarr.history().filter(row => row.event === 'downloadFolderImported')).toHaveLength(8)
  })

  it('skips unmonitored episodes in a search, except when named', async () => {
    world.sonarr.stockIndexers(true)
    const { id } = world.sonarr.addSeries(HARBOUR_NINE_TVDB, { seasons: [] })
    await walker.send('POST /api/v3/command', { name: 'SeasonSearch', seriesId: id, seasonNumber: 1 })
    await world.advance(2 * SECOND_MS)
    expect(world.sonarr.downloads()).toHaveLength(0)
    await walker.send('POST /api/v3/command', {
      name: 'EpisodeSearch',
      episodeIds: [world.sonarr.episodes(id)[0]?.id],
    })
    await world.advance(2 * SECOND_MS)
    expect(world.sonarr.downloads()).toHaveLength(1)
  })
})

it('leaves episodes without a date out of what has aired', async () => {
  const { id } = world.sonarr.addSeries(SPECIALS_TVDB)
  const [tba] = asList((await walker.send(`GET /api/v3/episode?seriesId=${id}&seasonNumber=4`)).body).map(
    asRecord,
  )
  expect(tba).toMatchObject({ title: 'TBA', hasFile: false })
  expect(tba).not.toHaveProperty('airDateUtc')
})

it('does not know a show without a TVDB id', async () => {
  expect((await walker.send('GET /api/v3/series/lookup?term=tmdb:800008')).body).toEqual([])
  expect((await walker.send('GET /api/v3/episode')).status).toBe(400)
})
