import { json } from '../kit/answer.ts'
import { bulkList } from '../kit/bulk-rows.ts'
import type { JsonRecord } from '../kit/json.ts'
import type { Servarr } from '../servarr/servarr.ts'

const ALBUMS_PER_ARTIST = 10
const TRACKS = 12
const FILED_EVERY = 3

/** Rows of a library too large to be stocked album by album. */
export function routeBulk({ server, api }: Servarr, count: number): void {
  const artists = Math.ceil(count / ALBUMS_PER_ARTIST)
  const albums = bulkList(count, bulkAlbum)
  server.route(`GET ${api}/album`, ({ query }) => {
    const artist = Number(query.get('artistId') ?? 0)
    if (artist === 0) return albums()
    const first = (artist - 1) * ALBUMS_PER_ARTIST
    const own = Math.max(0, Math.min(ALBUMS_PER_ARTIST, count - first))
    return json(Array.from({ length: own }, (_, i) => bulkAlbum(first + i)))
  })
  server.route(`GET ${api}/artist`, bulkList(artists, bulkArtist))
}

const uuid = (kind: string, number: number) => `${kind.repeat(8)}-0000-4000-8000-${hex(number)}`
const hex = (number: number) => number.toString(16).padStart(12, '0')
const NO_RATINGS = { votes: 0, value: 0 }

/** lidarr.md, "GET later": as long as a row with two pressings is. */
function bulkAlbum(i: number): JsonRecord {
  const id = i + 1
  const files = i % FILED_EVERY === 0 ? TRACKS : 0
  const title = `The ${id} Songs of Harbour Street`
  return {
    id,
    title,
    disambiguation: '',
    overview: 'Recorded in one night above the fish market, with the windows open and the ferries running.',
    artistId: Math.floor(i / ALBUMS_PER_ARTIST) + 1,
    foreignAlbumId: uuid('f', id),
    monitored: files > 0,
    anyReleaseOk: true,
    profileId: 1,
    duration: TRACKS * 201_000,
    albumType: 'Album',
    secondaryTypes: [],
    mediumCount: 1,
    ratings: NO_RATINGS,
    releaseDate: `${1970 + (i % 55)}-04-05T00:00:00Z`,
    releases: [0, 1].map(n => bulkRelease(id, title, n)),
    genres: ['rock', 'folk rock', 'harbour'],
    media: [{ mediumNumber: 1, mediumName: '', mediumFormat: 'CD' }],
    images: images(`MediaCover/Albums/${id}/cover.jpg`, 'cover', uuid('f', id)),
    links: [{ url: `https://harbour.test/albums/${id}`, name: 'harbour' }],
    statistics: {
      trackFileCount: files,
      trackCount: TRACKS,
      totalTrackCount: TRACKS,
      sizeOnDisk: files * 31_000_000,
      percentOfTracks: files > 0 ? 100 : 0,
    },
  }
}

function bulkRelease(album: number, title: string, n: number): JsonRecord {
  return {
    id: album * 2 + n,
    albumId: album,
    foreignReleaseId: uuid('e', album * 2 + n),
    title,
    status: 'Official',
    duration: TRACKS * 201_000,
    trackCount: TRACKS,
    media: [{ mediumNumber: 1, mediumName: '', mediumFormat: n === 0 ? 'CD' : 'Vinyl' }],
    mediumCount: 1,
    disambiguation: '',
    country: ['[Worldwide]'],
    label: ['Pier'],
    format: n === 0 ? 'CD' : 'Vinyl',
    monitored: n === 0,
  }
}

function images(path: string, coverType: string, name: string): JsonRecord[] {
  const remoteUrl = `https://pictures.harbour.test/${name}/${coverType}.jpg`
  return [{ url: `/${path}?lastWrite=638000000000000000`, coverType, extension: '.jpg', remoteUrl }]
}

function bulkArtist(i: number): JsonRecord {
  const id = i + 1
  const name = `The ${id} Quays`
  return {
    id,
    status: 'continuing',
    ended: false,
    artistName: name,
    foreignArtistId: uuid('a', id),
    mbId: uuid('a', id),
    tadbId: 0,
    discogsId: 0,
    overview: 'Plays on Sundays, when the ferry does not run.',
    artistType: 'Group',
    disambiguation: '',
    links: [],
    nextAlbum: null,
    lastAlbum: null,
    images: images(`MediaCover/${id}/poster.jpg`, 'poster', uuid('a', id)),
    path: `/music/${name}`,
    qualityProfileId: 2,
    metadataProfileId: 1,
    monitored: true,
    monitorNewItems: 'none',
    rootFolderPath: '/music/',
    genres: ['rock'],
    cleanName: `the${id}quays`,
    sortName: `${id} quays, the`,
    tags: [],
    added: '2026-03-01T10:00:00Z',
    ratings: NO_RATINGS,
    statistics: {
      albumCount: ALBUMS_PER_ARTIST,
      trackFileCount: 4 * TRACKS,
      trackCount: 10 * TRACKS,
      totalTrackCount: 10 * TRACKS,
      sizeOnDisk: 1,
      percentOfTracks: 40,
    },
  }
}
