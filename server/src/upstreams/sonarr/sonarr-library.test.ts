import { garbage, SHOW, startWorld, status, type World, wrongKey } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type Outbound } from '#kit/outbound.ts'
import type { SeriesLibrary } from '#ports/series-library.ts'
import { createSonarrLibrary } from './sonarr-library.ts'

let world: World<'sonarr'>
let outbound: Outbound
let library: SeriesLibrary
const at = () => ({ url: world.sonarr.url, api_key: world.sonarr.api_key })
const tvdb = () => world.catalogue.show(SHOW.with_specials)?.tvdb_id ?? 0

beforeAll(async () => {
  world = await startWorld({ products: ['sonarr'], now: () => Date.parse('2026-11-15T09:00:00Z') })
  outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer' })
  library = createSonarrLibrary(outbound.internal)
})
afterAll(async () => {
  await outbound.destroy()
  await world.close()
})

describe('the series of Sonarr (sonarr.md)', () => {
  it('are listed with the counts of Sonarr, which are not what aired', async () => {
    expect(await library.list(at())).toEqual([])
    const { id } = world.sonarr.addSeries(tvdb(), { seasons: [1], files: [1] })
    const [series] = await library.list(at())
    expect(series).toMatchObject({
      series_id: id,
      tvdb_id: tvdb(),
      tmdb_id: SHOW.with_specials,
      monitored: true,
      ended: false,
    })
    expect(series?.seasons.slice(0, 3)).toEqual([
      { season_number: 0, monitored: false, file_count: 0, wanted_count: 0, total_count: 3 },
      { season_number: 1, monitored: true, file_count: 6, wanted_count: 6, total_count: 6 },
      // All six of them aired; nobody monitors them, so Sonarr wants none.
      { season_number: 2, monitored: false, file_count: 0, wanted_count: 0, total_count: 6 },
    ])
    expect(await library.find(at(), tvdb())).toEqual(series)
    expect(await library.find(at(), 999_999_999)).toBeNull()
  })

  it('have episodes with the moment they air, or none while it is not announced', async () => {
    const { id } = world.sonarr.oneSeries(tvdb()) ?? { id: 0 }
    const episodes = await library.episodes(at(), id)
    expect(episodes).toHaveLength(world.sonarr.episodes(id).length)
    const first = episodes.find(one => one.season_number === 1)
    expect(first).toEqual({
      season_number: 1,
      has_file: true,
      airs_at: expect.stringMatching(/^\d{4}-.*\.000Z$/),
    })
    expect(await library.episodes(at(), 4711)).toEqual([])
    const announced = world.sonarr.episodes(id).find(one => one.air_utc === null)
    expect(episodes.some(one => one.airs_at === undefined)).toBe(announced !== undefined)
  })

  it('are on their way with a row per episode of a pack, all of one download', async () => {
    const { id } = world.sonarr.oneSeries(tvdb()) ?? { id: 0 }
    const pack = world.sonarr.episodes(id, 2).map(one => one.id)
    const { download_id, release } = world.sonarr.startDownload(id, pack)
    const row = {
      series_id: id,
      season_number: 2,
      tvdb_id: tvdb(),
      tmdb_id: SHOW.with_specials,
      download: { id: download_id, size: release.size, left: release.size },
    }
    expect(await library.queue(at())).toEqual(pack.map(() => row))
  })

  it('are never taken for absent because Sonarr failed', async () => {
    for (const [fault, kind] of [
      [status(503), 'bad_answer'],
      [wrongKey(), 'rejected_key'],
      [garbage(), 'bad_answer'],
    ] as const) {
      world.sonarr.faults.next('GET /api/v3/series', fault, fault)
      await expect(library.list(at())).rejects.toMatchObject({ upstream: 'Sonarr', kind })
      await expect(library.find(at(), 1)).rejects.toMatchObject({ kind })
      world.sonarr.faults.next('GET /api/v3/episode', fault)
      await expect(library.episodes(at(), 1)).rejects.toMatchObject({ kind })
      world.sonarr.faults.next('GET /api/v3/queue/details', fault)
      await expect(library.queue(at())).rejects.toMatchObject({ kind })
    }
  })

  it('are asked for in the words of the vendor', () => {
    const document = openVendorDocument('sonarr')
    const calls = world.sonarr.journal.requests('GET /api/*').filter(one => one.fault === null)
    expect(calls.length).toBeGreaterThan(6)
    expect(document ? calls.flatMap(document.violations) : []).toEqual([])
  })
})
