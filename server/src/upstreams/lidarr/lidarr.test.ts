import {
  ALBUM,
  ARTIST,
  dropAfterCommit,
  dropBefore,
  type Fault,
  garbage,
  status,
  truncate,
  wrongKey,
} from '@foyer/simulators'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#kit/clock.ts'
import { createOutbound } from '#kit/outbound.ts'
import type { AlbumShelf, NewAlbum } from '#ports/courier-albums.ts'
import type { LibraryAlbum, LibraryArtist, MusicLibrary } from '#ports/music-library.ts'
import { afterTest } from '#test/engines.ts'
import { startSimulators } from '#test/managers.ts'
import { createLidarrShelf } from './lidarr-adds.ts'
import { createLidarrLibrary } from './lidarr-library.ts'

const signal = new AbortController().signal
const NEW: NewAlbum = {
  foreign_id: ALBUM.absent,
  title: 'Velvet Ledger',
  artist: { foreign_id: ARTIST.absent, name: 'Ngozi Trevanion' },
  quality_profile_id: 2,
  metadata_profile_id: 1,
  root_folder: '/music/',
  tags: [],
  search: true,
}

let lidarr: Awaited<ReturnType<typeof openLidarr>>
let shelf: AlbumShelf
let library: MusicLibrary

function openLidarr() {
  return startSimulators({ products: ['lidarr'] }).then(world => world.lidarr)
}

beforeEach(async () => {
  lidarr = await openLidarr()
  const outbound = createOutbound({ clock: systemClock, external_proxy: () => null, user_agent: 'test' })
  afterTest(() => outbound.destroy())
  shelf = createLidarrShelf(outbound.internal)
  library = createLidarrLibrary(outbound.internal)
})

describe('adding an album to Lidarr', () => {
  it('a missing album is an answer; the id is exact; None does not count as a profile', async () => {
    expect(await shelf.find(lidarr, ALBUM.absent, signal)).toBeNull()
    expect(await shelf.findRecord(lidarr, 42, signal)).toBeNull()
    const [found] = await shelf.lookup(lidarr, shelf.exactTerm(ALBUM.absent), signal)
    expect(found).toMatchObject({ foreign_id: ALBUM.absent, artist: { foreign_id: ARTIST.absent } })
    expect(found?.release_ids.length).toBeGreaterThan(0)
    expect(await shelf.options(lidarr, signal)).toMatchObject({
      root_folders: [{ path: '/music/', accessible: true, quality_profile_id: 2, metadata_profile_id: 1 }],
      metadata_profiles: [1, 3],
    })
    const { record_id, artist } = await shelf.add(lidarr, NEW, signal)
    expect(artist).toMatchObject({ monitored: true })
    expect(await shelf.find(lidarr, ALBUM.absent, signal)).toMatchObject({
      record_id,
      monitored: true,
      artist_monitored: true,
    })
  })

  it.each<[string, Fault, object, number]>([
    ['cut after it was done', dropAfterCommit(), { kind: 'outcome_unknown' }, 1],
    ['cut before', dropBefore(), { kind: 'outcome_unknown' }, 0],
    ['half an answer', truncate(), { kind: 'outcome_unknown' }, 1],
    ['too many calls', status(429, { retry_after: 7 }), { kind: 'rate_limited', retry_after_ms: 7000 }, 0],
    ['no metadata', status(503), { kind: 'bad_answer', status: 503 }, 0],
    ['a refused key', wrongKey(), { kind: 'rejected_key' }, 0],
    ['a race', status(409), { objections: ['already_there'] }, 0],
  ])('%s', async (_name, fault, error, records) => {
    lidarr.faults.next('POST /api/v1/album', fault)
    await expect(shelf.add(lidarr, NEW, signal)).rejects.toMatchObject(error)
    expect(lidarr.albums()).toHaveLength(records)
  })

  it.each<[string, Partial<NewAlbum>, () => void]>([
    ['already_there', {}, () => void lidarr.addAlbum(ALBUM.absent)],
    ['unknown_title', { foreign_id: '0f0e0d0c-0001-4000-8000-00000000dead' }, () => {}],
    ['root_folder', { root_folder: '/nowhere' }, () => {}],
    ['quality_profile', { quality_profile_id: 99 }, () => {}],
    ['metadata_profile', { metadata_profile_id: 99 }, () => {}],
  ])('its own words for %s', async (objection, change, arrange) => {
    arrange()
    await expect(shelf.add(lidarr, { ...NEW, ...change }, signal)).rejects.toMatchObject({
      objections: [objection],
    })
  })

  it('an artist is switched on whole: nothing else of it changes', async () => {
    const artist = lidarr.addArtist(ARTIST.the_quay, { monitored: false, tags: ['kept'] })
    const before = { ...artist }
    await shelf.monitorArtist(lidarr, artist.id, signal)
    expect(lidarr.artists()).toEqual([{ ...before, monitored: true }])
  })
})

describe('reading a Lidarr library', () => {
  it('one record after another, with what its statistics count', async () => {
    const night = lidarr.addAlbum(ALBUM.night_ferry, { files: 4, monitored: false })
    const albums: LibraryAlbum[] = []
    const artists: LibraryArtist[] = []
    await library.eachAlbum(lidarr, album => albums.push(album))
    await library.eachArtist(lidarr, artist => artists.push(artist))
    const total = night.tracks.length
    // Unmonitored, only what has a file counts as wanted: 4 of 4 would look whole.
    const told = {
      record_id: night.id,
      track_count: total,
      track_file_count: 4,
      monitored: false,
      year: 2023,
    }
    expect(albums.find(album => album.foreign_id === ALBUM.night_ferry)).toMatchObject(told)
    expect(artists).toMatchObject([{ foreign_id: ARTIST.the_quay, name: 'The Quay', monitored: true }])
    expect(await library.album(lidarr, night.id)).toMatchObject(told)
    expect(await library.album(lidarr, 999)).toBeNull()
    expect(await library.findAlbums(lidarr, ALBUM.night_ferry)).toMatchObject([told])
    expect(await library.findAlbums(lidarr, 'no uuid')).toEqual([])
    expect(await library.findArtist(lidarr, 'no uuid')).toBeNull()
    expect(await library.filesOf(lidarr, [night.id])).toHaveLength(4)
    expect(await library.importedLately(lidarr, 1)).toEqual([night.id])
  })

  it.each<[string, Fault]>([
    ['half an answer', truncate()],
    ['a login page', garbage('html')],
    ['nonsense', garbage('json')],
    ['an error', status(500)],
    ['a refused key', wrongKey()],
  ])('%s is a fault, never a shorter library', async (_name, fault) => {
    lidarr.addAlbum(ALBUM.night_ferry)
    lidarr.faults.next('GET /api/v1/album', fault)
    await expect(library.eachAlbum(lidarr, () => {})).rejects.toMatchObject({ name: 'UpstreamFault' })
  })
})
