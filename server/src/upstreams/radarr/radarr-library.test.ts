import { dropBefore, garbage, hang, MOVIE, startWorld, status, type World, wrongKey } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type Outbound } from '#kit/outbound.ts'
import type { MovieLibrary } from '#ports/movie-library.ts'
import { createRadarrLibrary } from './radarr-library.ts'

let world: World<'radarr'>
let outbound: Outbound
let library: MovieLibrary
const at = () => ({ url: world.radarr.url, api_key: world.radarr.api_key })

beforeAll(async () => {
  world = await startWorld({ products: ['radarr'], now: () => Date.parse('2026-11-15T09:00:00Z') })
  outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer' })
  library = createRadarrLibrary(outbound.internal)
})
afterAll(async () => {
  await outbound.destroy()
  await world.close()
})

describe('the movies of Radarr (radarr.md)', () => {
  it('are told with their file, monitoring and days of release', async () => {
    expect(await library.list(at())).toEqual([])
    const there = world.radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
    const wanted = world.radarr.addMovie(MOVIE.unmonitored, { monitored: false })
    const [movie, ...others] = await library.list(at())
    expect(movie).toEqual({
      record_id: there.id,
      tmdb_id: MOVIE.with_file,
      title: 'Paper Lanterns',
      has_file: true,
      monitored: true,
      in_cinemas: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      digital: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
    expect(others).toMatchObject([{ record_id: wanted.id, has_file: false, monitored: false }])
    expect(await library.find(at(), MOVIE.with_file)).toEqual(movie)
    expect(await library.find(at(), MOVIE.absent)).toBeNull()
  })

  it('are on their way as the queue says', async () => {
    const { id } = world.radarr.addMovie(MOVIE.downloading)
    const other = world.radarr.addMovie(MOVIE.requested)
    const { download_id, release } = world.radarr.startDownload(id, { progress: 0.25, paused: true })
    world.radarr.startDownload(other.id)
    const rows = await library.queue(at())
    expect(rows).toMatchObject([
      { record_id: id, tmdb_id: MOVIE.downloading, download: { id: download_id, size: release.size } },
      { record_id: other.id, tmdb_id: MOVIE.requested },
    ])
    expect((rows[0]?.download.left ?? 0) / release.size).toBeCloseTo(0.75, 5)
  })

  it('are never taken for absent because Radarr failed', async () => {
    const cases = [
      [status(503), 'bad_answer'],
      [status(429, { retry_after: 9 }), 'rate_limited'],
      [wrongKey(), 'rejected_key'],
      [garbage(), 'bad_answer'],
      [garbage('html'), 'bad_answer'],
      [dropBefore(), 'unreachable'],
    ] as const
    for (const [fault, kind] of cases) {
      world.radarr.faults.next('GET /api/v3/movie', fault, fault)
      await expect(library.list(at())).rejects.toMatchObject({ upstream: 'Radarr', kind })
      await expect(library.find(at(), MOVIE.with_file)).rejects.toMatchObject({ kind })
      world.radarr.faults.next('GET /api/v3/queue/details', fault)
      await expect(library.queue(at())).rejects.toMatchObject({ kind })
    }
    world.radarr.faults.next('GET /api/v3/movie', hang())
    const gone = new Error('gone')
    const leaving = new AbortController()
    const reading = library.list(at(), leaving.signal)
    leaving.abort(gone)
    await expect(reading).rejects.toBe(gone)
  })

  it('are asked for in the words of the vendor', () => {
    const document = openVendorDocument('radarr')
    const calls = world.radarr.journal.requests('GET /api/*').filter(one => one.fault === null)
    expect(calls.length).toBeGreaterThan(4)
    expect(document ? calls.flatMap(document.violations) : []).toEqual([])
  })
})
