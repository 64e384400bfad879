import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type HookReceiver, startHookReceiver } from '../kit/hook-receiver.ts'
import { asList, asRecord } from '../kit/json.ts'
import { MINUTE_MS, SECOND_MS } from '../kit/time.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'
import { ALBUM, ARTIST } from './music-catalogue.ts'

let world: World<'lidarr'>
let walker: Walker

beforeEach(async () => {
  world = await startWorld({ products: ['lidarr'], now: () => Date.parse('2026-03-01T12:00:00Z') })
  walker = createWalker(world.lidarr, { 'x-api-key': world.lidarr.api_key })
})
afterEach(() => world.close())

const NESTED = {
  foreignArtistId: ARTIST.the_quay,
  qualityProfileId: 2,
  metadataProfileId: 1,
  rootFolderPath: '/music/',
  monitored: true,
  monitorNewItems: 'none',
}
const ADD = {
  foreignAlbumId: ALBUM.night_ferry,
  monitored: true,
  addOptions: { searchForNewAlbum: true },
  artist: NESTED,
}

async function album(mbId: string): Promise<Record<string, unknown>> {
  return asRecord(asList((await walker.send(`GET /api/v1/album?foreignAlbumId=${mbId}`)).body)[0])
}

describe('access', () => {
  it('answers 401 with an empty body', async () => {
    const response = await fetch(`${world.lidarr.url}/api/v1/system/status`)
    expect([response.status, await response.text()]).toEqual([401, ''])
  })

  it('names itself, and lives at v1', async () => {
    expect((await walker.send('GET /api/v1/system/status')).body).toMatchObject({ appName: 'Lidarr' })
    expect((await walker.send('GET /api')).body).toEqual({ current: 'v1', deprecated: [] })
  })
})

describe('adding an album', () => {
  it('is two-phase: bare at first, then tracks and the search', async () => {
    world.lidarr.stockIndexers(true)
    const answer = await walker.send('POST /api/v1/album', ADD)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ monitored: true, releases: [], images: [], artist: { id: 1 } })
    expect(answer.body).not.toHaveProperty('statistics')
    await world.advance(5 * SECOND_MS)
    expect(await album(ALBUM.night_ferry)).toMatchObject({ statistics: { trackFileCount: 0 } })
    expect(world.lidarr.downloads()).toHaveLength(1)
  })

  it('brings the catalogue in unmonitored, as the metadata profile allows', async () => {
    await walker.send('POST /api/v1/album', ADD)
    await world.advance(5 * SECOND_MS)
    expect(await album(ALBUM.cast_off)).toMatchObject({ monitored: false })
    expect(await album(ALBUM.live)).toEqual({})
  })

  it('checks the artist even when it is there, and refuses an album twice', async () => {
    world.lidarr.addAlbum(ALBUM.night_ferry)
    const body = { ...ADD, artist: { ...NESTED, qualityProfileId: 99, rootFolderPath: '/nowhere' } }
    const answer = await walker.send('POST /api/v1/album', body)
    expect(answer.status).toBe(400)
    expect(asList(answer.body).map(one => asRecord(one)['propertyName'])).toEqual([
      'Artist.QualityProfileId',
      'Artist.RootFolderPath',
      'ForeignAlbumId',
    ])
  })

  it('with artist options monitors what they say and then tells of the artist', async () => {
    const hooks = await listen({ onArtistAdd: true })
    const artist = { ...NESTED, addOptions: { monitor: 'first' } }
    await walker.send('POST /api/v1/album', { ...ADD, artist })
    await world.advance(5 * SECOND_MS)
    expect(await album(ALBUM.night_ferry)).toMatchObject({ monitored: false })
    expect(await album(ALBUM.cast_off)).toMatchObject({ monitored: true })
    expect(events(hooks)).toEqual(['Test', 'ArtistAdd'])
    await hooks.close()
  })

  it('answers 503 while the metadata server is away, lookups too', async () => {
    world.lidarr.loseMetadata(true)
    expect((await walker.send('POST /api/v1/album', ADD)).status).toBe(503)
    expect((await walker.send('GET /api/v1/album/lookup?term=ferry')).status).toBe(503)
  })
})

describe('reading', () => {
  it('finds by exact id, nothing by a malformed one, and shows the id only of what it owns', async () => {
    world.lidarr.addAlbum(ALBUM.night_ferry)
    const owned = await walker.send(`GET /api/v1/album/lookup?term=lidarr:${ALBUM.night_ferry}`)
    expect(owned.body).toMatchObject([{ id: expect.any(Number) }])
    const other = asList((await walker.send(`GET /api/v1/album/lookup?term=mbid:${ALBUM.absent}`)).body)
    expect(asRecord(other[0])).not.toHaveProperty('id')
    expect((await walker.send('GET /api/v1/album/lookup?term=lidarr:not-a-uuid')).body).toEqual([])
    expect((await walker.send('GET /api/v1/artist?mbId=not-a-uuid')).status).toBe(400)
  })

  it('counts tracks of the monitored release, and never calls nothing of nothing complete', async () => {
    world.lidarr.addAlbum(ALBUM.night_ferry, { files: 3 })
    world.lidarr.addAlbum(ALBUM.upcoming)
    const total = world.lidarr.album(ALBUM.night_ferry)?.tracks.length
    expect((await album(ALBUM.night_ferry))['statistics']).toMatchObject({
      trackFileCount: 3,
      trackCount: total,
      totalTrackCount: total,
    })
    expect((await album(ALBUM.upcoming))['statistics']).toMatchObject({ trackCount: 0, percentOfTracks: 0 })
  })

  it('lists the profile that allows nothing among the others', async () => {
    const profiles = asList((await walker.send('GET /api/v1/metadataprofile')).body).map(asRecord)
    expect(profiles.map(profile => profile['name'])).toContain('None')
  })

  it('wants a filter for tracks and files', async () => {
    expect((await walker.send('GET /api/v1/track')).status).toBe(400)
    expect((await walker.send('GET /api/v1/trackfile')).status).toBe(400)
  })
})

async function listen(flags: Record<string, boolean>): Promise<HookReceiver> {
  const hooks = await startHookReceiver()
  const fields = [
    { name: 'url', value: hooks.url },
    { name: 'headers', value: [{ key: 'X-Hook', value: 's3cret' }] },
  ]
  await walker.send('POST /api/v1/notification', {
    name: 'hook',
    implementation: 'Webhook',
    fields,
    ...flags,
  })
  return hooks
}

function events(hooks: HookReceiver): unknown[] {
  return hooks.received().map(entry => asRecord(entry.body)['eventType'])
}

describe('downloads', () => {
  it('move, finish, and tell of the import with the header that was asked for', async () => {
    const hooks = await listen({ onGrab: true, onReleaseImport: true })
    const { id } = world.lidarr.addAlbum(ALBUM.night_ferry)
    world.lidarr.startDownload(id, { duration_ms: 10 * MINUTE_MS })
    await world.settle()
    await world.advance(5 * MINUTE_MS)
    const [row] = asList((await walker.send(`GET /api/v1/queue/details?albumIds=${id}`)).body).map(asRecord)
    expect(Number(row?.['sizeleft'])).toBeCloseTo(Number(row?.['size']) / 2, -2)
    await world.advance(6 * MINUTE_MS)
    expect(events(hooks)).toEqual(['Test', 'Grab', 'Download'])
    const last = hooks.received().at(-1)
    expect(last?.headers['x-hook']).toBe('s3cret')
    expect(last?.body).toMatchObject({ album: { mbId: ALBUM.night_ferry }, isUpgrade: false })
    await hooks.close()
  })

  it('tell of a failure without naming artist or album', async () => {
    const hooks = await listen({ onDownloadFailure: true })
    const { id } = world.lidarr.addAlbum(ALBUM.night_ferry)
    world.lidarr.failDownload(world.lidarr.startDownload(id).download_id)
    await world.settle()
    expect(events(hooks)).toEqual(['Test', 'DownloadFailure'])
    expect(hooks.received().at(-1)?.body).not.toHaveProperty('artist')
    await hooks.close()
  })

  it('import silently what a scan finds', async () => {
    const hooks = await listen({ onReleaseImport: true })
    const { id } = world.lidarr.addAlbum(ALBUM.night_ferry)
    world.lidarr.importFiles(id, { count: 2 })
    await world.settle()
    expect(events(hooks)).toEqual(['Test'])
    expect((await album(ALBUM.night_ferry))['statistics']).toMatchObject({ trackFileCount: 2 })
    await hooks.close()
  })
})

it('takes the albums along when an artist goes', async () => {
  const hooks = await listen({ onArtistDelete: true, onAlbumDelete: true })
  world.lidarr.addAlbum(ALBUM.night_ferry, { files: 'all' })
  await walker.send('DELETE /api/v1/artist/1?deleteFiles=true')
  await world.settle()
  expect(world.lidarr.albums()).toEqual([])
  expect(events(hooks)).toEqual(['Test', 'ArtistDelete'])
  await hooks.close()
})
