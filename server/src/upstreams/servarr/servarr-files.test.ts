import {
  ALBUM,
  BOOK,
  dropBefore,
  garbage,
  HARBOUR_NINE_TVDB,
  MOVIE,
  startWorld,
  status,
  type World,
  wrongKey,
} from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound, type Outbound } from '#kit/outbound.ts'
import { createBookManagerFiles } from '../book-manager/book-manager-files.ts'
import { createLidarrFiles } from '../lidarr/lidarr-files.ts'
import { createRadarrFiles } from '../radarr/radarr-files.ts'
import { createSonarrFiles } from '../sonarr/sonarr-files.ts'

let world: World<'radarr' | 'sonarr' | 'chaptarr' | 'lidarr'>
let outbound: Outbound

beforeAll(async () => {
  world = await startWorld({
    products: ['radarr', 'sonarr', 'chaptarr', 'lidarr'],
    now: () => Date.parse('2026-11-15T09:00:00Z'),
  })
  outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'Foyer' })
})
afterAll(async () => {
  await outbound.destroy()
  await world.close()
})

describe('the files of library managers (1:4.13 rule 1)', () => {
  it('Radarr: one of a movie, with what the movie is judged by', async () => {
    const files = createRadarrFiles(outbound.internal)
    const movie = world.radarr.addMovie(MOVIE.with_file, { file: 'Bluray-1080p' })
    world.radarr.addMovie(MOVIE.requested)
    const file_id = movie.file?.id ?? 0
    const found = await files.find(world.radarr, file_id)
    expect(found).toEqual({
      file_id,
      record_id: movie.id,
      path: `${movie.path}/${movie.file?.relative_path}`,
      size_bytes: movie.file?.size,
    })
    expect(await files.find(world.radarr, 999)).toBeNull()
    expect(await files.ofRecords(world.radarr, [movie.id])).toEqual([found])
    expect(await files.ofRecords(world.radarr, [])).toEqual([])
    expect(await files.parent?.(world.radarr, movie.id)).toMatchObject({
      kind: 'movie',
      tmdb_id: MOVIE.with_file,
    })
    expect(await files.parent?.(world.radarr, 999)).toBeNull()
    expect(await files.places(world.radarr)).toEqual([{ path: found?.path, files: 1 }])
  })

  it('Sonarr: those of a series with their episodes, from two reads', async () => {
    const files = createSonarrFiles(outbound.internal)
    const series = world.sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
    const asked = world.sonarr.journal.requests('GET /api/*').length
    const found = await files.ofRecords(world.sonarr, [series.id])
    expect(world.sonarr.journal.requests('GET /api/*').length - asked).toBe(2)
    expect(found).toHaveLength(8)
    expect(found[2]).toMatchObject({ season_number: 1, episode_numbers: [3], title: expect.any(String) })
    const { file_id, record_id, path, size_bytes } = found[0] ?? { file_id: 0 }
    expect(await files.find(world.sonarr, file_id)).toEqual({ file_id, record_id, path, size_bytes })
    expect(await files.find(world.sonarr, 999)).toBeNull()
    expect(await files.parent?.(world.sonarr, series.id)).toMatchObject({ kind: 'tv' })
    expect(await files.places(world.sonarr)).toEqual([{ path: series.path, files: 8 }])
  })

  it('Chaptarr: those of a book in its format, asked for without a look at the disk', async () => {
    const files = createBookManagerFiles(outbound.internal)
    const book = world.chaptarr.addBook(BOOK.tidewater, { format: 'ebook', file: true })
    const [found] = await files.ofRecords(world.chaptarr, [book.id])
    expect(found).toMatchObject({
      record_id: book.id,
      format: 'ebook',
      path: expect.stringMatching(/^\/books\//),
    })
    const { format: _format, ...file } = found ?? { file_id: 0 }
    expect(await files.find(world.chaptarr, file.file_id)).toEqual(file)
    expect(await files.find(world.chaptarr, 999)).toBeNull()
    expect(await files.ofRecords(world.chaptarr, [])).toEqual([])
    expect(world.chaptarr.journal.requests('GET /api/v1/bookfile/:id')).toEqual([])
    // Formats lie in folders of their own, so the files themselves are asked.
    world.chaptarr.addBook(BOOK.tidewater, { format: 'audiobook', file: true })
    const places = await files.places(world.chaptarr)
    expect(places.map(one => [one.path.split('/')[1], one.files])).toEqual([
      ['audiobooks', 1],
      ['books', 1],
    ])
  })

  it('Lidarr: those of an album with their tracks, asked for without a look at the disk', async () => {
    const files = createLidarrFiles(outbound.internal)
    const album = world.lidarr.addAlbum(ALBUM.night_ferry, { files: 'all' })
    const found = await files.ofRecords(world.lidarr, [album.id])
    expect(found.map(one => one.track_number)).toEqual(found.map((_, i) => i + 1))
    expect(found[0]).toMatchObject({ disc_number: 1, title: expect.any(String) })
    const { file_id, record_id, path, size_bytes } = found[0] ?? { file_id: 0 }
    expect(await files.find(world.lidarr, file_id)).toEqual({ file_id, record_id, path, size_bytes })
    expect(await files.find(world.lidarr, 999)).toBeNull()
    expect(world.lidarr.journal.requests('GET /api/v1/trackfile/:id')).toEqual([])
    expect(await files.places(world.lidarr)).toMatchObject([{ files: found.length }])
  })

  it('a list that cannot count to none is no reason to doubt the file', async () => {
    const files = createLidarrFiles(outbound.internal)
    const broken = status(500, { body: { message: 'Expected query to return 1 rows but returned 0' } })
    world.lidarr.faults.next('GET /api/v1/trackfile', broken)
    expect(await files.find(world.lidarr, 999)).toBeNull()
    world.lidarr.faults.next(
      'GET /api/v1/trackfile',
      status(400, { body: { message: 'albumId is missing' } }),
    )
    expect(await files.find(world.lidarr, 999)).toBeNull()
    world.lidarr.faults.next('GET /api/v1/trackfile', broken)
    world.lidarr.faults.next('GET /api/v1/trackfile/:id', status(500))
    await expect(files.find(world.lidarr, 1)).rejects.toMatchObject({ kind: 'bad_answer' })
  })

  it.each([
    [status(503), 'bad_answer'],
    [wrongKey(), 'rejected_key'],
    [garbage(), 'bad_answer'],
    [garbage('html'), 'bad_answer'],
    [dropBefore(), 'unreachable'],
  ] as const)('are never taken for absent: %o', async (fault, kind) => {
    const movies = createRadarrFiles(outbound.internal)
    world.radarr.faults.next('GET /api/v3/moviefile/:id', fault)
    await expect(movies.find(world.radarr, 1)).rejects.toMatchObject({ upstream: 'Radarr', kind })
    world.radarr.faults.next('GET /api/v3/moviefile', fault)
    await expect(movies.ofRecords(world.radarr, [1])).rejects.toMatchObject({ kind })
    const albums = createLidarrFiles(outbound.internal)
    world.lidarr.faults.next('GET /api/v1/trackfile', fault)
    await expect(albums.find(world.lidarr, 1)).rejects.toMatchObject({ upstream: 'Lidarr', kind })
  })

  it('are asked for in the words of the vendors', () => {
    for (const name of ['radarr', 'sonarr', 'chaptarr', 'lidarr'] as const) {
      const document = openVendorDocument(name)
      const calls = world[name].journal.requests('GET /api/*').filter(one => one.fault === null)
      expect(calls.length).toBeGreaterThan(3)
      expect(document ? calls.flatMap(document.violations) : []).toEqual([])
    }
  })
})
