import { artPath } from '../catalogue/art/art.ts'
import type { Mood } from '../catalogue/art/palettes.ts'
import { uuidOf } from '../kit/ids.ts'
import { createRandom } from '../kit/random.ts'
import { DAY_MS, isoDay } from '../kit/time.ts'
import { RECORDS, TRACK_WORDS } from './music-titles.ts'

/** Ids are MusicBrainz ids: lower-case UUIDs. */
export interface CatalogueArtist {
  id: string
  name: string
  type: string
  genre: string
  disambiguation: string
  overview: string
  photo_path: string
  albums: CatalogueAlbum[]
}

/** A release group. */
export interface CatalogueAlbum {
  id: string
  artist_id: string
  title: string
  type: string
  secondary_types: string[]
  release_date: string
  genre: string
  cover_path: string
  releases: CatalogueRelease[]
}

/** A pressing. */
export interface CatalogueRelease {
  id: string
  country: string
  label: string
  format: string
  tracks: CatalogueTrack[]
}

export interface CatalogueTrack {
  id: string
  recording_id: string
  number: number
  title: string
  duration_ms: number
}

export interface MusicCatalogue {
  artists: readonly CatalogueArtist[]
  albums: readonly CatalogueAlbum[]
  artist: (id: string) => CatalogueArtist | undefined
  album: (id: string) => CatalogueAlbum | undefined
}

const artistId = (name: string, disambiguation = '') => uuidOf(`artist:${name}:${disambiguation}`)
const albumId = (artist: string, title: string, disambiguation = '') =>
  uuidOf(`album:${artist}:${disambiguation}:${title}`)

/** Records that tests may name, by release-group id. */
export const ALBUM = {
  night_ferry: albumId('The Quay', 'Night Ferry'),
  cast_off: albumId('The Quay', 'Cast Off'),
  upcoming: albumId('The Quay', 'Breakwater'),
  live: albumId('The Quay', 'Live at the Custom House'),
  /** Never stocked by itself. */
  absent: albumId('Ngozi Trevanion', 'Velvet Ledger'),
} as const

export const ARTIST = {
  the_quay: artistId('The Quay'),
  absent: artistId('Ngozi Trevanion'),
} as const

const MOODS: Record<string, Mood> = {
  rock: 'd',
  metal: 'd',
  punk: 'n',
  electronic: 'n',
  folk: 'g',
  country: 'w',
  soul: 'w',
  jazz: 'c',
  ambient: 'c',
}

const built = new Map<string, MusicCatalogue>()

/** What the music providers know; only the records still to come depend on the day. */
export function musicCatalogue(now: number): MusicCatalogue {
  const day = isoDay(now)
  const known = built.get(day)
  if (known) return known
  const catalogue = build(Date.parse(day))
  built.set(day, catalogue)
  return catalogue
}

function build(now: number): MusicCatalogue {
  const artists: CatalogueArtist[] = []
  for (const line of RECORDS.split('\n').filter(text => text.trim() !== '')) {
    const parts = line.split('|').map(part => part.trim())
    const artist = artists.at(-1)
    if (!line.startsWith(' ')) artists.push(buildArtist(parts))
    else if (artist) artist.albums.push(buildAlbum(artist, parts, now))
  }
  const albums = artists.flatMap(artist => artist.albums)
  const artistById = new Map(artists.map(artist => [artist.id, artist]))
  const albumById = new Map(albums.map(album => [album.id, album]))
  return { artists, albums, artist: id => artistById.get(id), album: id => albumById.get(id) }
}

function buildArtist([name = '', type = '', genre = '', disambiguation = '']: string[]): CatalogueArtist {
  return {
    id: artistId(name, disambiguation),
    name,
    type,
    genre,
    disambiguation,
    overview: `${name} began in a rehearsal room above a chandlery and still owes the rent.`,
    photo_path: artPath('f', MOODS[genre] ?? 'b', `artist:${name}:${disambiguation}`),
    albums: [],
  }
}

function buildAlbum(artist: CatalogueArtist, parts: string[], now: number): CatalogueAlbum {
  const [title = '', date = '', kinds = 'Album'] = parts
  const [type = 'Album', ...secondary_types] = kinds.split('+').map(kind => kind.trim())
  const id = albumId(artist.name, title, artist.disambiguation)
  const tracks = buildTracks(id, type)
  const release = (format: string, country: string, extra: CatalogueTrack[]): CatalogueRelease => ({
    id: uuidOf(`release:${id}:${format}`),
    country,
    label: createRandom(`label:${artist.id}`).pick(['Pier', 'Signal Box', 'Tin Lantern Records']),
    format,
    tracks: [...tracks, ...extra].map(track => ({ ...track, id: uuidOf(`track:${track.id}:${format}`) })),
  })
  const bonus = { ...buildTrack(id, tracks.length + 1), title: 'Hidden Track' }
  return {
    id,
    artist_id: artist.id,
    title,
    type,
    secondary_types,
    release_date: /^[+-]/.test(date) ? isoDay(now + Number(date) * DAY_MS) : date,
    genre: artist.genre,
    cover_path: artPath('q', MOODS[artist.genre] ?? 'b', `album:${id}`),
    releases:
      type === 'Album'
        ? [release('CD', '[Worldwide]', []), release('Digital Media', 'Japan', [bonus])]
        : [release('Digital Media', '[Worldwide]', [])],
  }
}

const TRACK_COUNTS: Record<string, readonly [number, number]> = { Album: [8, 13], EP: [4, 6], Single: [1, 2] }

function buildTracks(albumSeed: string, type: string): CatalogueTrack[] {
  const [least, most] = TRACK_COUNTS[type] ?? [8, 12]
  const count = createRandom(`tracks:${albumSeed}`).int(least, most)
  return Array.from({ length: count }, (_, i) => buildTrack(albumSeed, i + 1))
}

function buildTrack(albumSeed: string, number: number): CatalogueTrack {
  const random = createRandom(`track:${albumSeed}:${number}`)
  const made = `${random.pick(TRACK_WORDS.first)} ${random.pick(TRACK_WORDS.last)}`
  return {
    id: `${albumSeed}:${number}`,
    recording_id: uuidOf(`recording:${albumSeed}:${number}`),
    number,
    title: random.chance(0.2) ? random.pick(TRACK_WORDS.whole) : made,
    duration_ms: random.int(95, 420) * 1000,
  }
}
