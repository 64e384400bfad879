import { ALBUM, BOOK, HARBOUR_NINE_TVDB, MOVIE, SHOW, status } from '@foyer/simulators'
import { describe, expect, it } from 'vitest'
import type { Call } from '#test/calls.ts'
import { MUSIC_PARTS } from '#test/music-titles.ts'
import { create, REQUEST_PARTS, type RequestWorld, spent } from '#test/request-calls.ts'
import { buildWorld } from '#test/world.ts'

const HALF_A_MINUTE = 35_000
const ABSENT = { media_type: 'movie', tmdb_id: MOVIE.absent } as const
const HARBOUR = { media_type: 'tv', tmdb_id: SHOW.harbour_nine } as const

const statusOf = async (as: Call, { media_type, tmdb_id }: { media_type: string; tmdb_id: number }) =>
  (await as('GET', `/api/requests/${tmdb_id}/status?media_type=${media_type}`)).body
const card = async (as: Call, item: object) =>
  (await as('POST', '/api/requests/statuses', { items: [item] })).body.items[0]
const saved = async (as: Call, id: number) =>
  (await as('GET', `/api/requests/delivery-status?request_id=${id}`)).body

/** What every later answer of this server says of one request. */
async function everywhere(as: Call, id: number, title: { media_type: string; tmdb_id: number }) {
  const rows = (await as('GET', '/api/requests')).body
  return [
    (await statusOf(as, title)).status,
    rows.find((row: { request_id: number }) => row.request_id === id)?.status,
    (await saved(as, id)).status,
    (await card(as, title)).status,
  ]
}

const buildBookWorld = () => buildWorld({ instances: ['books'], users: ['uma'], grants: { uma: ['books'] } })

const needsApproval = ({ asAdmin }: Pick<RequestWorld, 'asAdmin'>) =>
  asAdmin('PUT', '/api/admin/request-settings', { require_approval: true })

describe('C57: what a delivery learnt replaces the projection', () => {
  it('a movie that was imported since: every later answer agrees, asking twice is one row, nothing is charged', async () => {
    const { radarr, asUma } = await buildWorld(REQUEST_PARTS)
    expect((await statusOf(asUma, ABSENT)).status).toBe('unavailable')
    radarr.addMovie(MOVIE.absent, { file: 'WEBDL-1080p' })
    const created = await create(asUma, ABSENT)
    expect(created).toMatchObject({
      status: 201,
      body: { status: 'available', delivery: [{ state: 'complete', code: 'available' }] },
    })
    const { request_id } = created.body
    expect(await everywhere(asUma, request_id, ABSENT)).toEqual(Array(4).fill('available'))
    expect(await create(asUma, ABSENT)).toMatchObject({ status: 200, body: { request_id } })
    expect(await spent(asUma, 'movie')).toBe(0)
  })

  it('a show that was imported since: every later answer agrees, and its seasons are given back', async () => {
    const { sonarr, asUma, settle } = await buildWorld(REQUEST_PARTS)
    expect((await statusOf(asUma, HARBOUR)).status).toBe('unavailable')
    sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
    const { request_id } = (await create(asUma, HARBOUR)).body
    await settle()
    expect(await everywhere(asUma, request_id, HARBOUR)).toEqual(Array(4).fill('available'))
    expect(await spent(asUma, 'tv')).toBe(0)
    expect(sonarr.journal.requests('POST /api/v3/command')).toEqual([])
  })

  it('an album that is there, and a format of a book: status agrees at once and the unit is given back', async () => {
    const { lidarr, asUma, settle } = await buildWorld(MUSIC_PARTS)
    const path = `/api/requests/music-status?foreign_id=${ALBUM.absent}`
    expect((await asUma('GET', path)).body.status).toBe('unavailable')
    const album = lidarr.addAlbum(ALBUM.absent)
    lidarr.importFiles(album.id)
    await asUma('POST', '/api/requests', { media_type: 'music', foreign_id: ALBUM.absent })
    await settle()
    expect((await asUma('GET', path)).body.status).toBe('available')
    expect(await spent(asUma, 'music')).toBe(0)

    const { app, chaptarr, asUma: reader } = await buildBookWorld()
    const foreign_id = `hc:${BOOK.tidewater}`
    const book = async () =>
      (await reader('GET', `/api/requests/book-status?foreign_id=${foreign_id}`)).body.book_formats
    expect(await book()).toEqual({ ebook: 'unavailable', audiobook: 'unavailable' })
    chaptarr.importFile(chaptarr.addBook(BOOK.tidewater, { format: 'ebook' }).id)
    await reader('POST', '/api/requests', { media_type: 'book', foreign_id, book_format: 'ebook' })
    await app.jobs.settle()
    expect((await book()).ebook).toBe('available')
    expect(await spent(reader, 'book', 'ebook')).toBe(0)
  })
})

describe('C57: lists say of a show what its page says', () => {
  const RUNNING = { media_type: 'tv', tmdb_id: SHOW.running } as const

  /** The running show was asked for, and is there as far as it aired but for the last episode. */
  async function buildWithRunningShow() {
    const world = await buildWorld(REQUEST_PARTS)
    const { app, sonarr, catalogue, asUma, settle } = world
    const series = sonarr.addSeries(catalogue.show(SHOW.running)?.tvdb_id ?? 0)
    const { request_id } = (await create(asUma, { ...RUNNING, seasons: [1, 2] })).body
    await settle()
    const aired = sonarr
      .episodes(series.id)
      .filter(one => one.season_number > 0 && (one.air_utc ?? Infinity) <= app.clock.now().getTime())
    const [last, ...present] = aired.toReversed()
    if (!last) throw new Error('nothing aired')
    for (const { id } of present) sonarr.importFile(id)
    app.clock.advance(HALF_A_MINUTE)
    return { ...world, request_id, series, last }
  }

  it('of the last season of a running show that is no longer monitored', async () => {
    const { sonarr, asUma, request_id, series } = await buildWithRunningShow()
    for (const season of series.seasons) season.monitored = false
    for (const episode of sonarr.episodes(series.id)) episode.monitored = false
    expect(await everywhere(asUma, request_id, RUNNING)).toEqual(Array(4).fill('partial'))
  })

  it('of a season in which one episode is not monitored', async () => {
    const { asUma, request_id, last } = await buildWithRunningShow()
    last.monitored = false
    expect(await everywhere(asUma, request_id, RUNNING)).toEqual(Array(4).fill('partial'))
  })

  it('of an ended show with an episode that never got a date', async () => {
    const { app, sonarr, asUma } = await buildWorld(REQUEST_PARTS)
    const { id } = sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
    const { request_id } = (await create(asUma, HARBOUR)).body
    const last = sonarr.episodes(id, 1).at(-1)
    sonarr.deleteFile(last?.file_id ?? 0)
    if (last) last.air_utc = null
    app.clock.advance(HALF_A_MINUTE)
    expect(await everywhere(asUma, request_id, HARBOUR)).toEqual(Array(4).fill('available'))
  })

  it('with one look at its episodes, and none at all when the list is read again', async () => {
    const { app, sonarr, asUma, asAdmin, last } = await buildWithRunningShow()
    last.monitored = false
    sonarr.journal.clear()
    const looks = () => sonarr.journal.requests('GET /api/v3/episode').length
    const status = async () => (await asAdmin('GET', '/api/admin/requests/history')).body.requests[0].status
    expect([await status(), looks()]).toEqual(['partial', 1])
    for (let i = 0; i < 4; i += 1)
      expect((await asUma('GET', '/api/requests')).body[0].status).toBe('partial')
    app.clock.advance(HALF_A_MINUTE)
    expect([await status(), looks()]).toEqual(['partial', 1])
    // A file that comes shows in the record of the series, and then they are looked at again.
    sonarr.importFile(last.id)
    app.clock.advance(HALF_A_MINUTE)
    expect([await status(), looks()]).toEqual(['available', 2])
  })
})

describe('C57: what would end a request unsent is read fresh', () => {
  it('and replaces all that is kept of a show, though its episodes were read later than its record', async () => {
    const { sonarr, asUma } = await buildWorld(REQUEST_PARTS)
    const { id } = sonarr.addSeries(HARBOUR_NINE_TVDB)
    expect((await card(asUma, HARBOUR)).status).toBe('requested')
    for (const episode of sonarr.episodes(id, 1)) sonarr.importFile(episode.id)
    // The page reads the episodes now; the record that cards go by is the older one.
    expect((await statusOf(asUma, HARBOUR)).status).toBe('available')
    expect((await card(asUma, HARBOUR)).status).toBe('requested')
    const created = (await create(asUma, HARBOUR)).body
    expect(created.status).toBe('available')
    expect(await everywhere(asUma, created.request_id, HARBOUR)).toEqual(Array(4).fill('available'))
  })

  it('a delivered movie that was deleted seconds ago is sent again', async () => {
    const { radarr, asUma } = await buildWorld(REQUEST_PARTS)
    const first = (await create(asUma, ABSENT)).body.request_id
    expect((await statusOf(asUma, ABSENT)).status).toBe('requested')
    radarr.deleteMovie(radarr.movie(MOVIE.absent)?.id ?? 0)
    const again = await create(asUma, ABSENT)
    expect(again.status).toBe(201)
    expect(again.body.request_id).toBeGreaterThan(first)
    expect(radarr.movie(MOVIE.absent)).toMatchObject({ monitored: true })
  })

  it('a show that was deleted seconds ago is not called complete, and is sent', async () => {
    const { sonarr, asUma, settle } = await buildWorld(REQUEST_PARTS)
    const series = sonarr.addSeries(HARBOUR_NINE_TVDB, { files: 'all' })
    expect((await statusOf(asUma, HARBOUR)).status).toBe('available')
    sonarr.deleteSeries(series.id)
    const created = await create(asUma, HARBOUR)
    expect(created.body).toMatchObject({ status: 'requested', delivery: [{ state: 'queued' }] })
    expect(await spent(asUma, 'tv')).toBe(1)
    // What was read for it is what the next answers say.
    expect((await statusOf(asUma, HARBOUR)).status).toBe('requested')
    await settle()
    expect(sonarr.oneSeries(HARBOUR_NINE_TVDB)).toMatchObject({ monitored: true })
  })

  it('a delivery that waits is not ended by a look at a file that is gone', async () => {
    const { app, radarr, asUma } = await buildWorld(REQUEST_PARTS)
    radarr.faults.always('* /api/v3/*', status(503))
    const { request_id } = (await create(asUma, ABSENT)).body
    radarr.faults.clear()
    const movie = radarr.addMovie(MOVIE.absent, { file: 'WEBDL-1080p' })
    app.clock.advance(HALF_A_MINUTE)
    expect((await statusOf(asUma, ABSENT)).status).toBe('available')
    radarr.deleteMovie(movie.id)
    expect(await saved(asUma, request_id)).toMatchObject({
      status: 'requested',
      delivery: [{ state: 'retry' }],
    })
  })

  it('nor is that of an album or of a book', async () => {
    const { app, lidarr, asUma } = await buildWorld(MUSIC_PARTS)
    lidarr.faults.always('* /api/v1/*', status(503))
    const wish = { media_type: 'music', foreign_id: ALBUM.absent }
    const { request_id } = (await asUma('POST', '/api/requests', wish)).body
    await app.jobs.settle()
    lidarr.faults.clear()
    const album = lidarr.addAlbum(ALBUM.absent)
    lidarr.importFiles(album.id)
    app.clock.advance(HALF_A_MINUTE)
    const path = `/api/requests/music-status?foreign_id=${ALBUM.absent}`
    expect((await asUma('GET', path)).body.status).toBe('available')
    lidarr.deleteAlbum(album.id)
    expect((await saved(asUma, request_id)).delivery).toMatchObject([{ state: 'retry' }])

    const { app: books, chaptarr, asUma: reader } = await buildBookWorld()
    const foreign_id = `hc:${BOOK.tidewater}`
    chaptarr.faults.always('* /api/v1/*', status(503))
    const asked = { media_type: 'book', foreign_id, book_format: 'ebook' }
    const book_id = (await reader('POST', '/api/requests', asked)).body.request_id
    await books.jobs.settle()
    chaptarr.faults.clear()
    const book = chaptarr.addBook(BOOK.tidewater, { format: 'ebook' })
    chaptarr.importFile(book.id)
    books.clock.advance(HALF_A_MINUTE)
    const looked = await reader('GET', `/api/requests/book-status?foreign_id=${foreign_id}`)
    expect(looked.body.book_formats.ebook).toBe('available')
    chaptarr.deleteFiles(book.id)
    expect((await saved(reader, book_id)).delivery).toMatchObject([{ state: 'retry' }])
  })
})

describe('C57: units that were there before anything was sent for them are given back', () => {
  it('after an approval', async () => {
    const world = await buildWorld(REQUEST_PARTS)
    const { radarr, asUma, asAdmin, settle } = world
    await needsApproval(world)
    const { request_id } = (await create(asUma, ABSENT)).body
    expect(await spent(asUma, 'movie')).toBe(1)
    radarr.addMovie(MOVIE.absent, { file: 'WEBDL-1080p' })
    expect((await asAdmin('POST', `/api/admin/requests/${request_id}/approve`, {})).status).toBe(200)
    await settle()
    expect((await saved(asUma, request_id)).delivery).toMatchObject([
      { state: 'complete', code: 'available' },
    ])
    expect(await spent(asUma, 'movie')).toBe(0)
  })

  /** Two seasons wait for approval, and the first came into the library meanwhile. */
  async function requestTwoSeasons() {
    const world = await buildWorld(REQUEST_PARTS)
    const { sonarr, asUma, asAdmin, settle } = world
    await needsApproval(world)
    const show = { media_type: 'tv' as const, tmdb_id: SHOW.with_specials, seasons: [1, 2] }
    const { request_id, match } = (await create(asUma, show)).body
    expect([await spent(asUma, 'tv'), typeof match.tvdb_id]).toEqual([2, 'number'])
    const series = sonarr.addSeries(match.tvdb_id, { seasons: [] })
    for (const { id } of sonarr.episodes(series.id, 1)) sonarr.importFile(id)
    async function approve() {
      const approved = await asAdmin('POST', `/api/admin/requests/${request_id}/approve`, {})
      expect(approved.status).toBe(200)
      await settle()
    }
    return { ...world, request_id, approve }
  }

  it('season by season: one that was there is, one that was sent for is not', async () => {
    const { sonarr, asUma, request_id, approve } = await requestTwoSeasons()
    await approve()
    expect((await saved(asUma, request_id)).delivery).toMatchObject([{ state: 'complete', code: 'partial' }])
    expect(sonarr.journal.requests('POST /api/v3/command').map(call => call.body)).toMatchObject([
      { name: 'SeasonSearch', seasonNumber: 2 },
    ])
    expect(await spent(asUma, 'tv')).toBe(1)
  })

  it('a season that was there as soon as the others are sent for, however long they take', async () => {
    const { sonarr, asUma, request_id, approve } = await requestTwoSeasons()
    sonarr.faults.always('POST /api/v3/command', status(503))
    await approve()
    expect((await saved(asUma, request_id)).delivery).toMatchObject([{ state: 'retry' }])
    expect(await spent(asUma, 'tv')).toBe(1)
    // What was sent for stays spent when it is given up (1:4.9.4).
    await asUma('POST', `/api/requests/${request_id}/delivery`, { action: 'cancel' })
    expect(await spent(asUma, 'tv')).toBe(1)
  })

  it('when a look finds that what waited is there', async () => {
    const { app, radarr, asUma } = await buildWorld(REQUEST_PARTS)
    radarr.faults.always('* /api/v3/*', status(503))
    const { request_id } = (await create(asUma, ABSENT)).body
    radarr.faults.clear()
    radarr.addMovie(MOVIE.absent, { file: 'WEBDL-1080p' })
    app.clock.advance(HALF_A_MINUTE)
    expect((await saved(asUma, request_id)).delivery).toMatchObject([{ state: 'complete' }])
    expect(await spent(asUma, 'movie')).toBe(0)
  })

  it('a movie that somebody else waits for already is a unit like any other', async () => {
    const { asUma, addUser } = await buildWorld(REQUEST_PARTS)
    const { call: asKim } = await addUser('kim')
    await create(asUma, ABSENT)
    await create(asKim, ABSENT)
    expect([await spent(asUma, 'movie'), await spent(asKim, 'movie')]).toEqual([1, 1])
  })

  it('but not after an add that the manager refused because it was there: the marker is for ever (1:4.9.4)', async () => {
    const { radarr, asUma } = await buildWorld(REQUEST_PARTS)
    radarr.addMovie(MOVIE.absent, { file: 'WEBDL-1080p' })
    // As if somebody else added it between the reads and the add.
    const nothing = status(200, { body: [] })
    radarr.faults.next('GET /api/v3/movie', nothing, nothing)
    const { body } = await create(asUma, ABSENT)
    expect(body).toMatchObject({ status: 'available', delivery: [{ state: 'complete' }] })
    expect(radarr.journal.requests('POST /api/v3/movie')).toHaveLength(1)
    expect(await spent(asUma, 'movie')).toBe(1)
  })
})

describe('C57 and 1:4.8.1: an album that is asked for again', () => {
  const WISH = { media_type: 'music', foreign_id: ALBUM.absent } as const

  it('while it is under way is its receipt, and the library is not read for that', async () => {
    const { lidarr, asUma, asAdmin } = await buildWorld(MUSIC_PARTS)
    await needsApproval({ asAdmin })
    const { request_id } = (await create(asUma, WISH)).body
    lidarr.journal.clear()
    expect(await create(asUma, WISH)).toMatchObject({ status: 200, body: { request_id } })
    expect(lidarr.journal.requests()).toEqual([])
  })

  it('after it was delivered is a new request, whose delivery reads the library and sends what is gone', async () => {
    const { lidarr, asUma, settle } = await buildWorld(MUSIC_PARTS)
    const first = (await create(asUma, WISH)).body.request_id
    await settle()
    lidarr.deleteAlbum(lidarr.album(ALBUM.absent)?.id ?? 0)
    const again = await create(asUma, WISH)
    expect(again.status).toBe(201)
    expect(again.body.request_id).toBeGreaterThan(first)
    await settle()
    expect(lidarr.album(ALBUM.absent)).toMatchObject({ monitored: true })
  })
})
