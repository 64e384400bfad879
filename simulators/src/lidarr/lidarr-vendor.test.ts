import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HookReceiver, startHookReceiver } from '../kit/hook-receiver.ts'
import { asList, asRecord } from '../kit/json.ts'
import { DAY_MS } from '../kit/time.ts'
import {
  grabAndFail,
  sharedChanges,
  sharedCreates,
  sharedDeletes,
  sharedReads,
  stallFirst,
  webhookConnection,
} from '../servarr/manager-walk.ts'
import { openVendorDocument } from '../vendor-documents.ts'
import { createWalker, type Walker } from '../vendor-walk.ts'
import { startWorld, type World } from '../world.ts'
import { ALBUM, ARTIST } from './music-catalogue.ts'

const document = openVendorDocument('lidarr')
let world: World<'lidarr'>
let walker: Walker
let hooks: HookReceiver

beforeAll(async () => {
  world = await startWorld({ products: ['lidarr'] })
  hooks = await startHookReceiver()
  walker = createWalker(world.lidarr, { 'x-api-key': world.lidarr.api_key })
  world.lidarr.addAlbum(ALBUM.night_ferry, { files: 'all' })
  world.lidarr.addAlbum(ALBUM.cast_off, { files: 3 })
  world.lidarr.addAlbum(ALBUM.live)
  world.lidarr.addAlbum(ALBUM.upcoming)
})
afterAll(async () => {
  await hooks.close()
  await world.close()
})

const connection = (name: string) => webhookConnection(hooks.url, name)

const artist = {
  foreignArtistId: ARTIST.absent,
  artistName: 'Ngozi Trevanion',
  qualityProfileId: 2,
  metadataProfileId: 1,
  rootFolderPath: '/music/',
  monitored: true,
  monitorNewItems: 'none',
}

async function prepare(): Promise<void> {
  const album = { foreignAlbumId: ALBUM.absent, monitored: true, artist }
  const made = [
    ...sharedCreates('/api/v1', connection('one'), { name: 'AlbumSearch', albumIds: [1] }),
    ['POST /api/v1/album', { ...album, addOptions: { searchForNewAlbum: true } }],
    ['POST /api/v1/rootfolder', { path: '/more/' }],
  ] as const
  expect(await walker.misses(made, 201)).toEqual([])
  world.lidarr.startDownload(3, { progress: 0.2 })
  world.lidarr.startDownload(2, { progress: 0.5 })
  stallFirst(world.lidarr)
  world.lidarr.health.raise('IndexerStatusCheck', 'warning', 'Indexers unavailable due to failures: NZBarn')
}

async function walkReads(): Promise<void> {
  const from = new Date(world.clock.now() - 4000 * DAY_MS).toISOString()
  const to = new Date(world.clock.now() + 400 * DAY_MS).toISOString()
  const paths = [
    ...sharedReads('/api/v1'),
    '/api/v1/artist',
    `/api/v1/artist?mbId=${ARTIST.the_quay}`,
    '/api/v1/artist/1',
    '/api/v1/artist/lookup?term=hollow',
    `/api/v1/artist/lookup?term=lidarr:${ARTIST.the_quay}`,
    '/api/v1/album',
    `/api/v1/album?foreignAlbumId=${ALBUM.night_ferry}`,
    '/api/v1/album?artistId=1',
    '/api/v1/album?albumIds=1&albumIds=2',
    '/api/v1/album/1',
    `/api/v1/album/lookup?term=lidarr:${ALBUM.absent}`,
    '/api/v1/album/lookup?term=kite',
    '/api/v1/search?term=quay',
    '/api/v1/track?albumId=1',
    '/api/v1/trackfile?albumId=1&albumId=2',
    '/api/v1/trackfile/1',
    '/api/v1/queue?page=1&pageSize=20&includeArtist=true&includeAlbum=true',
    '/api/v1/queue/details?artistId=1',
    '/api/v1/queue/details?albumIds=3',
    '/api/v1/history?page=1&pageSize=10&includeArtist=true&includeAlbum=true&eventType=1',
    '/api/v1/history/artist?artistId=1&albumId=1&eventType=grabbed',
    `/api/v1/history/since?date=${from}`,
    `/api/v1/calendar?start=${from}&end=${to}&unmonitored=true&includeArtist=true`,
    '/api/v1/wanted/missing?monitored=true&includeArtist=true',
    '/api/v1/release?albumId=1',
    '/api/v1/qualityprofile/2',
    '/api/v1/metadataprofile',
    '/api/v1/metadataprofile/1',
    '/api/v1/mediacover/artist/1/poster-250.jpg',
    '/api/v1/mediacover/album/1/cover.jpg',
    '/MediaCover/1/poster.jpg',
    '/MediaCover/Albums/1/cover-250.jpg',
  ]
  expect(await walker.unread(paths)).toEqual([])
}

async function walkWrites(): Promise<void> {
  const changed = [
    ...(await sharedChanges(walker, '/api/v1', { connection: connection('one'), profile: 2 })),
    ['PUT /api/v1/artist/1?moveFiles=false', await walker.read('/api/v1/artist/1')],
    ['PUT /api/v1/artist/editor', { artistIds: [1], monitored: true }],
    ['PUT /api/v1/album/1', await walker.read('/api/v1/album/1')],
    ['PUT /api/v1/album/monitor', { albumIds: [1], monitored: true }],
  ] as const
  expect(await walker.misses(changed, 202)).toEqual([])
  const done = [
    ['POST /api/v1/notification/test', connection('two')],
    ...(await grabAndFail(walker, '/api/v1', 'albumId=4')),
  ] as const
  expect(await walker.misses(done, 200)).toEqual([])
  const other = { ...artist, foreignArtistId: world.lidarr.music.artists[1]?.id }
  expect(await walker.misses([['POST /api/v1/artist', other]], 201)).toEqual([])
}

async function walkDeletes(): Promise<void> {
  const gone = [
    ...(await sharedDeletes(walker, '/api/v1')),
    'DELETE /api/v1/trackfile/1',
    ['DELETE /api/v1/trackfile/bulk', { trackFileIds: [2] }],
    'DELETE /api/v1/album/2?deleteFiles=true&addImportListExclusion=true',
    'DELETE /api/v1/artist/1?deleteFiles=true&addImportListExclusion=false',
    'DELETE /api/v1/rootfolder/2',
    'DELETE /api/v1/qualityprofile/3',
  ] as const
  expect(await walker.misses(gone, 200)).toEqual([])
}

it('answers every route in the words of the vendor document', async () => {
  await prepare()
  await walkReads()
  await walkWrites()
  await walkDeletes()
  expect(walker.unmet()).toEqual([])
  const calls = world.lidarr.journal.requests('* /api/*')
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
})

it('generates as many albums as were asked for, in the same words', async () => {
  const large = await startWorld({ products: ['lidarr'], bulk_albums: 25 })
  const reader = createWalker(large.lidarr, { 'x-api-key': large.lidarr.api_key })
  const albums = asList(await reader.read('/api/v1/album')).map(asRecord)
  expect(new Set(albums.map(album => album['foreignAlbumId'])).size).toBe(25)
  const artists = asList(await reader.read('/api/v1/artist')).map(asRecord)
  expect(artists).toHaveLength(3)
  const own = await Promise.all(
    artists.map(one => reader.read(`/api/v1/album?artistId=${String(one['id'])}`)),
  )
  expect(own.flat()).toEqual(albums)
  const calls = large.lidarr.journal.requests('GET /api/*')
  expect(document ? calls.flatMap(document.violations) : []).toEqual([])
  await large.close()
})
