import { expect, it } from 'vitest'
import type { InstanceRecord } from '#features/instances/index.ts'
import { createTestClock } from '#test/test-clock.ts'
import type { Ready } from '#kit/ready.ts'
import type { LibraryAlbum, LibraryArtist, MusicLibrary } from '#ports/music-library.ts'
import { createMusicLists } from './music-lists.ts'
import type { MusicShelf } from './music-shelf.ts'

const INSTANCE = { id: 'in_1', updated_at: 'now' } as InstanceRecord
const COUNT = 203
const numbers = Array.from({ length: COUNT }, (_, i) => COUNT - i)
const named = (n: number) => `Artist ${String(n).padStart(3, '0')}`
const importedAt = (n: number) => new Date(Date.UTC(2026, 10, 14) + n * 1000).toISOString()

const artistOf = (n: number): LibraryArtist => ({
  record_id: n,
  foreign_id: `artist-${n}`,
  name: named(n),
  monitored: true,
  added: null,
  image: null,
})
const albumOf = (n: number): LibraryAlbum => ({
  record_id: n,
  foreign_id: `group-${n}`,
  artist_id: n,
  title: `Album ${n}`,
  release_type: 'Album',
  year: 2020,
  monitored: true,
  track_count: 1,
  track_file_count: 1,
  cover: null,
})

/** Each artist made one album, which is there; one more made none. */
function open() {
  const digest = {
    albums: numbers.map(albumOf),
    artists: new Map([...numbers, 999].map(n => [n, artistOf(n)])),
  }
  const lists = createMusicLists({
    clock: createTestClock(),
    inventory: { connectionOf: () => ({ url: 'http://lidarr.invalid', api_key: null }) },
    // Only what lists are made of.
    library: {
      filesOf: async (_connection, ids) =>
        ids.map(album_id => ({ album_id, added_at: importedAt(album_id) })),
    } as MusicLibrary,
    shelf: { queue: async () => [], digest: async () => digest } as unknown as MusicShelf,
    onStale: () => () => {},
    hiddenAlbums: () => ({ version: '', isHidden: () => false }),
  })
  return lists
}

const read = async (ready: Promise<Ready>) => JSON.parse((await ready).bytes.toString())

it('artists are sorted as a whole, then cut at two hundred, and say how many there were (1:4.11)', async () => {
  const { artists, total } = await read(open().artists(INSTANCE, 'albums'))
  expect([artists.length, total]).toEqual([200, COUNT])
  expect([artists[0].name, artists[199].name]).toEqual([named(1), named(200)])
  // 1/4.11: a key without a value is left out, a picture that is none is null.
  expect(Object.keys(artists[0]).sort()).toEqual([
    'album_count',
    'available_count',
    'foreign_artist_id',
    'image',
    'name',
  ])
})

it('the digest is not cut', async () => {
  const { titles } = await read(open().titles(INSTANCE))
  expect(titles).toHaveLength(COUNT)
})

it('news are as many as asked for, newest first, and never more than fifty', async () => {
  const lists = open()
  for (const limit of [1, 20, 50]) {
    const { items } = await read(lists.recent(INSTANCE, limit))
    expect(items).toHaveLength(limit)
    expect(items[0]).toMatchObject({ album_id: COUNT, imported_at: importedAt(COUNT) })
  }
})
