import { ALBUM, ARTIST, slow, status } from '@foyer/simulators'
import { openVendorDocument } from '@foyer/simulators/vendor-documents'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#kit/durations.ts'
import { expectOk, refusal } from '#test/calls.ts'
import { nextRequest } from '#test/discovery-calls.ts'
import { eventually } from '#test/eventually.ts'
import { MUSIC_PARTS, type MusicWorld, titleIn } from '#test/music-titles.ts'
import { listenTo } from '#test/request-events.ts'
import { PAST_REUSE_MS } from '#test/status-calls.ts'
import { buildWorld } from '#test/world.ts'

let world: MusicWorld
const NIGHT = ALBUM.night_ferry

beforeEach(async () => {
  world = await buildWorld(MUSIC_PARTS)
})

describe('music-library (1:4.11)', () => {
  it('tells every record with its ids and where it stands', async () => {
    const { lidarr, asUma, app } = world
    const night = lidarr.addAlbum(NIGHT, { files: 'all' })
    const cast = lidarr.addAlbum(ALBUM.cast_off, { files: 3 })
    lidarr.addAlbum(ALBUM.upcoming, { monitored: true })
    const { titles } = expectOk(await asUma('GET', '/api/requests/music-library'))
    const artist = lidarr.artists()[0]
    expect(titleIn(titles, NIGHT)).toEqual({
      album_id: night.id,
      foreign_album_id: NIGHT,
      artist_id: artist?.id,
      foreign_artist_id: ARTIST.the_quay,
      title: 'Night Ferry',
      artist: 'The Quay',
      year: 2023,
      release_type: 'Album',
      status: 'available',
      status_known: true,
      progress: 100,
      monitored: true,
      downloaded: true,
      track_count: night.tracks.length,
      track_file_count: night.tracks.length,
      cover: expect.stringMatching(/^(https:|\/api\/instances\/)/),
    })
    const partial = titleIn(titles, ALBUM.cast_off)
    expect(partial).toMatchObject({ status: 'partial', downloaded: false, track_file_count: 3 })
    expect(partial?.progress).toBeCloseTo((100 * 3) / cast.tracks.length)
    expect(titleIn(titles, ALBUM.upcoming)).toMatchObject({ status: 'requested', progress: 0 })

    // 15 s kept, one read; and a download is told.
    const before = lidarr.journal.requests('GET /api/v1/album').length
    lidarr.deleteFiles(night.id)
    lidarr.startDownload(night.id)
    expect(titleIn(expectOk(await asUma('GET', '/api/requests/music-library')).titles, NIGHT)).toMatchObject({
      status: 'available',
    })
    expect(lidarr.journal.requests('GET /api/v1/album')).toHaveLength(before)
    app.clock.advance(PAST_REUSE_MS)
    expect(titleIn(expectOk(await asUma('GET', '/api/requests/music-library')).titles, NIGHT)).toMatchObject({
      status: 'downloading',
      downloaded: false,
    })
  })

  it('is dropped by the webhook of the library (1/6)', async () => {
    const { lidarr, asUma, app, instance_ids } = world
    const night = lidarr.addAlbum(NIGHT)
    const read = async () =>
      titleIn(expectOk(await asUma('GET', '/api/requests/music-library')).titles, NIGHT)
    expect((await read())?.status).toBe('requested')
    lidarr.deleteAlbum(night.id)
    expect((await read())?.status).toBe('requested')
    const event = {
      instance_id: instance_ids.music,
      service_type: 'music_manager',
      event_type: 'AlbumDelete',
    }
    await app.broadcast.send(null, { kind: 'library_event', ...event })
    expect(await read()).toBeUndefined()
  })

  it('one read serves everybody who asks at the same time (C31)', async () => {
    const { lidarr, asUma, asAdmin } = world
    lidarr.addAlbum(NIGHT)
    lidarr.journal.clear()
    await Promise.all([asUma, asAdmin, asUma, asAdmin].map(as => as('GET', '/api/requests/music-library')))
    expect(lidarr.journal.requests('GET /api/v1/album')).toHaveLength(1)
    expect(lidarr.journal.requests('GET /api/v1/artist')).toHaveLength(1)
  })

  it.each(['album', 'artist', 'queue/details'])(
    'a failed read of %s fails it: never a short list',
    async path => {
      const { lidarr, asUma } = world
      lidarr.addAlbum(NIGHT)
      lidarr.faults.next(`GET /api/v1/${path}`, status(500))
      expect(refusal(await asUma('GET', '/api/requests/music-library'))).toEqual([502, 'upstream_failed'])
    },
  )
})

describe('who may read (0.6)', () => {
  const LISTS = [
    ['music-library', { titles: [] }],
    ['music-recent', { items: [] }],
    ['music-artists', { artists: [], total: 0 }],
  ] as const

  it('lists are empty without a grant; a named library is refused', async () => {
    const { asBob, asUma, asAdmin, instance_ids, lidarr } = world
    lidarr.journal.clear()
    for (const [path, empty] of LISTS) {
      expect((await asBob('GET', `/api/requests/${path}`)).body).toEqual(empty)
      const named = `/api/requests/${path}?instance_id=`
      expect(refusal(await asBob('GET', `${named}${instance_ids.music}`))).toEqual([
        403,
        'instance_forbidden',
      ])
      expect(refusal(await asUma('GET', `${named}nobody`))).toEqual([403, 'instance_forbidden'])
      expect(refusal(await asAdmin('GET', `${named}nobody`))).toEqual([404, 'instance_not_found'])
    }
    expect(lidarr.journal.requests()).toEqual([])
  })

  it('details, status and receipts are 403 without a grant, before anything is wrong with the rest', async () => {
    const { asBob, asUma, asAdmin } = world
    for (const path of ['music-artist', 'music-status', 'music-saved'])
      expect(refusal(await asBob('GET', `/api/requests/${path}`))).toEqual([403, 'no_grant'])
    for (const path of ['music-artist', 'music-status', 'music-status?foreign_id=x&include_saved=1'])
      expect(refusal(await asUma('GET', `/api/requests/${path}`))).toEqual([400, 'validation'])
    // 0.3: that there is no such library comes after what is wrong with the rest.
    for (const path of ['music-artist', 'music-status']) {
      const named = `/api/requests/${path}?instance_id=nobody`
      expect(refusal(await asAdmin('GET', named))).toEqual([400, 'validation'])
      expect(refusal(await asAdmin('GET', `${named}&foreign_id=x`))).toEqual([404, 'instance_not_found'])
    }
  })

  it('an answer does not leave after the grant was taken away (CONTRIBUTING rule 3)', async () => {
    const { asUma, asAdmin, instance_ids, lidarr } = world
    lidarr.addAlbum(NIGHT)
    lidarr.faults.next('GET /api/v1/queue/details', slow(300))
    const asked = nextRequest(lidarr.journal)
    const reading = asUma('GET', '/api/requests/music-library')
    await asked
    expectOk(await asAdmin('PUT', `/api/admin/instances/${instance_ids.music}/grant-users`, { user_ids: [] }))
    expect((await reading).status).toBe(403)
  })
})

describe('music-artists (1:4.11)', () => {
  it('counts albums, leaves out artists without, and sorts before it cuts', async () => {
    const { lidarr, asUma, app } = world
    const now = app.clock.now().getTime()
    lidarr.addAlbum(NIGHT, { files: 'all', added: now - 3 * DAY_MS })
    lidarr.addAlbum(ALBUM.cast_off, { files: 1 })
    lidarr.addAlbum(ALBUM.absent, { files: 'all', added: now - DAY_MS })
    const read = async (sort = '') => expectOk(await asUma('GET', `/api/requests/music-artists${sort}`))
    const all = await read()
    expect(all.total).toBe(2)
    const names = (answer: { artists: { name: string }[] }) => answer.artists.map(one => one.name)
    // One available album each, so the name decides.
    expect(names(all)).toEqual(['Ngozi Trevanion', 'The Quay'])
    expect(all.artists[1]).toMatchObject({
      foreign_artist_id: ARTIST.the_quay,
      available_count: 1,
      added: new Date(now - 3 * DAY_MS).toISOString(),
    })
    expect(all.artists[1].album_count).toBe(lidarr.albums().filter(one => one.artist_id === 1).length)
    expect(names(await read('?sort=added'))).toEqual(['Ngozi Trevanion', 'The Quay'])
    expect(names(await read('?sort=name'))).toEqual(['Ngozi Trevanion', 'The Quay'])
    expect(await read('?sort=nonsense')).toEqual(all)
    // All orders share one read.
    expect(lidarr.journal.requests('GET /api/v1/artist')).toHaveLength(1)
  })
})

describe('music-artist (1:4.11)', () => {
  it('one artist with every album, newest year first; uncached; 404 when absent', async () => {
    const { lidarr, asUma } = world
    lidarr.addAlbum(NIGHT, { files: 'all' })
    const path = `/api/requests/music-artist?foreign_id=${ARTIST.the_quay}`
    const { artist, titles } = expectOk(await asUma('GET', path))
    expect(artist).toMatchObject({ name: 'The Quay', album_count: titles.length, available_count: 1 })
    const years = titles.map((title: { year: number }) => title.year)
    expect(years).toEqual(years.toSorted((a: number, b: number) => b - a))
    const night = lidarr.album(NIGHT)
    lidarr.deleteFiles(night?.id ?? 0)
    expect(titleIn(expectOk(await asUma('GET', path)).titles, NIGHT)).toMatchObject({ status: 'requested' })
    for (const absent of [ARTIST.absent, 'no-uuid'])
      expect(refusal(await asUma('GET', `/api/requests/music-artist?foreign_id=${absent}`))).toEqual([
        404,
        'not_found',
      ])
  })
})

describe('music-recent (1:4.11)', () => {
  it('newest file first; limits fall back or are clamped; any failed read fails it', async () => {
    const { lidarr, asUma, app } = world
    const now = app.clock.now().getTime()
    lidarr.addAlbum(NIGHT, { files: 'all', added: now - 2 * DAY_MS })
    lidarr.addAlbum(ALBUM.absent, { files: 2, added: now - DAY_MS })
    lidarr.addAlbum(ALBUM.cast_off)
    const read = async (limit = '') =>
      expectOk(await asUma('GET', `/api/requests/music-recent${limit}`)).items
    const items = await read()
    expect(items.map((one: { title: string }) => one.title)).toEqual(['Velvet Ledger', 'Night Ferry'])
    expect(items[0]).toEqual({
      album_id: lidarr.album(ALBUM.absent)?.id,
      foreign_album_id: ALBUM.absent,
      title: 'Velvet Ledger',
      artist: 'Ngozi Trevanion',
      cover: expect.anything(),
      imported_at: new Date(now - DAY_MS).toISOString(),
    })
    expect(await read('?limit=1')).toHaveLength(1)
    const document = openVendorDocument('lidarr')
    expect(document ? lidarr.journal.requests('* /api/*').flatMap(document.violations) : []).toEqual([])
    for (const limit of ['0', '-3', '51', 'many']) expect(await read(`?limit=${limit}`)).toHaveLength(2)
    app.clock.advance(60_001)
    lidarr.faults.next('GET /api/v1/trackfile', status(500))
    expect(refusal(await asUma('GET', '/api/requests/music-recent'))).toEqual([502, 'upstream_failed'])
  })
})

it('1/6: a download of an album is told by its release group, to those who see the library', async () => {
  const { app, lidarr, instance_ids, users } = world
  const heard = listenTo(app, { uma: users.uma, bob: users.bob })
  const { id } = lidarr.addAlbum(NIGHT)
  lidarr.startDownload(id, { duration_ms: 60 * 60_000 })
  const title = { media_type: 'music', foreign_id: NIGHT, instance_id: instance_ids.music }
  const look = async (times: number) => {
    app.clock.advance(30_000)
    await eventually(() => expect(heard.of('uma', 'library_queue_changed')).toHaveLength(times))
  }
  await look(1)
  expect(heard.of('uma', 'request_status_changed')).toEqual([{ ...title, status: 'downloading' }])
  expect(heard.of('uma', 'download_progress')).toEqual([{ ...title, progress: 0, status: 'downloading' }])
  lidarr.deleteAlbum(id)
  app.clock.advance(PAST_REUSE_MS)
  await look(2)
  expect(heard.of('uma', 'request_status_changed')).toEqual([
    { ...title, status: 'downloading' },
    { ...title, status: 'unavailable' },
  ])
  for (const type of ['library_queue_changed', 'request_status_changed', 'download_progress'])
    expect(heard.of('bob', type)).toEqual([])
})
