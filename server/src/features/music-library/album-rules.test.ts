import { describe, expect, it } from 'vitest'
import type { LibraryAlbum } from '#ports/music-library.ts'
import {
  albumProgress,
  liveAlbum,
  compareArtists,
  newestFirst,
  pictureUrl,
  presentAlbum,
} from './album-rules.ts'

const ALBUM: LibraryAlbum = {
  record_id: 9,
  foreign_id: 'group',
  artist_id: 5,
  title: 'Night Ferry',
  release_type: 'Album',
  year: 2023,
  monitored: true,
  track_count: 10,
  track_file_count: 0,
  cover: null,
}
const DOWNLOAD = { id: 'd', size: 400, left: 100 }

describe('where an album stands (1/3)', () => {
  it.each([
    ['all tracks', { track_file_count: 10 }, [DOWNLOAD], 'available', 100],
    ['more files than tracks', { track_file_count: 11 }, [], 'available', 100],
    ['some tracks', { track_file_count: 7 }, [DOWNLOAD], 'partial', 70],
    ['some tracks, unmonitored', { track_file_count: 5, monitored: false }, [], 'partial', 50],
    ['a download', {}, [DOWNLOAD], 'downloading', 75],
    ['a download that nobody wanted', { monitored: false }, [DOWNLOAD], 'downloading', 75],
    ['a bare monitored record', {}, [], 'requested', 0],
    ['nothing known of its tracks', { track_count: 0 }, [], 'requested', 0],
    ['0 of 0 is not everything', { track_count: 0, monitored: false }, [], 'unavailable', 0],
    ['unmonitored', { monitored: false }, [], 'unavailable', 0],
  ])('%s', (_, change, queue, status, progress) => {
    expect(albumProgress({ ...ALBUM, ...change }, queue)).toEqual({ status, progress })
  })

  it('a queue that could not be read matters only where it decides', () => {
    expect(albumProgress({ ...ALBUM, track_file_count: 3 }, null)).toMatchObject({ status: 'partial' })
    expect(albumProgress(ALBUM, null)).toBeNull()
    expect(liveAlbum([ALBUM], () => null)).toEqual({ known: false, reason: 'library_unavailable' })
  })

  it('of a group that is there twice, the record that has more speaks', () => {
    const full = { ...ALBUM, record_id: 10, track_file_count: 10 }
    expect(liveAlbum([ALBUM, full], () => [])).toMatchObject({ status: 'available', record_id: 10 })
    expect(liveAlbum([ALBUM, full], () => null)).toMatchObject({ status: 'available', record_id: 10 })
    const some = { ...ALBUM, record_id: 11, track_file_count: 2 }
    expect(liveAlbum([ALBUM, some], () => null)).toMatchObject({ known: false })
    expect(liveAlbum([], () => null)).toEqual({ known: true, status: 'unavailable', progress: 0 })
  })
})

describe('orders (1:4.10, 1:4.11)', () => {
  const artist = (name: string, available_count: number, added?: string) => ({
    foreign_artist_id: name,
    name,
    image: null,
    album_count: 9,
    available_count,
    ...(added && { added }),
  })
  const all = [
    artist('Ülver', 1),
    artist('adele', 2, '2026-01-01T00:00:00.000Z'),
    artist('Björk', 2, '2026-02-01T00:00:00.000Z'),
    artist('Air', 1),
  ]

  it.each([
    ['albums', ['adele', 'Björk', 'Air', 'Ülver']],
    ['name', ['adele', 'Air', 'Björk', 'Ülver']],
    ['added', ['Björk', 'adele', 'Air', 'Ülver']],
  ] as const)('%s', (sort, names) => {
    expect(all.toSorted(compareArtists(sort)).map(one => one.name)).toEqual(names)
  })

  it('equal names, years and standings are told apart by their ids', () => {
    const twins = ['b', 'a'].map(foreign_artist_id => ({ ...artist('Air', 1), foreign_artist_id }))
    for (const sort of ['albums', 'name', 'added'] as const)
      expect(twins.toSorted(compareArtists(sort)).map(one => one.foreign_artist_id)).toEqual(['a', 'b'])
    const records = [12, 9].map(record_id => ({ ...ALBUM, record_id }))
    expect(liveAlbum(records, () => [])).toMatchObject({ record_id: 9 })
    const album_status = { status: 'requested', progress: 0 } as const
    const titles = records.map(album =>
      presentAlbum({ album, artist: undefined, album_status, instance_id: 'in' }),
    )
    expect(titles.toSorted(newestFirst(2026)).map(one => one.album_id)).toEqual([9, 12])
  })

  it('newest year first; more than five years ahead sorts with undated ones and keeps its year', () => {
    const titled = (title: string, year: number | null) =>
      presentAlbum({
        album: { ...ALBUM, title, year },
        artist: undefined,
        album_status: { status: 'requested', progress: 0 },
        instance_id: 'in',
      })
    const titles = [titled('b', null), titled('a', 2032), titled('c', 2031), titled('d', 1999)]
    expect(titles.sort(newestFirst(2026)).map(one => [one.title, one.year])).toEqual([
      ['c', 2031],
      ['d', 1999],
      ['a', 2032],
      ['b', null],
    ])
  })
})

it.each([
  [null, null],
  [
    { remote_url: 'https://images.example/a.jpg', manager_path: 'MediaCover/Albums/9/cover.jpg' },
    'https://images.example/a.jpg',
  ],
  [
    { remote_url: 'http://images.example/a.jpg', manager_path: 'MediaCover/Albums/9/cover.jpg' },
    '/api/instances/in/proxy/MediaCover/Albums/9/cover.jpg',
  ],
  [{ remote_url: 'http://images.example/a.jpg' }, null],
])('%j is shown from %s', (source, url) => {
  expect(pictureUrl(source, 'in')).toBe(url)
})
