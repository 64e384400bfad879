import type { JsonRecord } from '../kit/json.ts'
import { uuidOf } from '../kit/ids.ts'
import type { KnownArtist, KnownGroup } from './known-music.ts'

const TYPE_IDS: Record<string, string> = {
  Album: 'f529b476-6e62-324f-b0aa-1f3e33d313fc',
  EP: '6d0c5bf6-7a33-3420-a519-44fc63eedebf',
  Single: 'd6038452-8ee0-3f68-affc-2de9a1ede0b9',
}
const GENRE_VOTES = 4

/** Searches leave out what is empty. */
const filled = (record: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )

const briefArtist = ({ id, name, disambiguation }: KnownArtist): JsonRecord => ({
  id,
  name,
  'sort-name': name,
  disambiguation,
})

export function foundArtist(artist: KnownArtist): JsonRecord {
  return filled({
    ...briefArtist(artist),
    type: artist.type,
    score: 100,
    country: artist.country,
    'life-span': { begin: artist.begin, ended: null },
    tags: artist.tags.map(name => ({ count: GENRE_VOTES, name })),
  })
}

export function foundGroup(group: KnownGroup): JsonRecord {
  return filled({
    id: group.id,
    score: 100,
    count: 1,
    title: group.title,
    'first-release-date': group.date,
    'primary-type': group.type,
    'primary-type-id': group.type && TYPE_IDS[group.type],
    'secondary-types': group.secondary_types,
    'artist-credit': group.credits.map(({ artist, name, joinphrase }) =>
      filled({ name, joinphrase, artist: filled(briefArtist(artist)) }),
    ),
    releases: [{ id: group.release_id, title: group.title, status: 'Official' }],
    tags: group.tags.map(name => ({ count: GENRE_VOTES, name })),
  })
}

const genres = (tags: readonly string[]) =>
  tags.map((name, i) => ({ id: uuidOf(`genre:${name}`), name, count: GENRE_VOTES - i, disambiguation: '' }))

/** Lookups and browses send what is empty, and only what was asked for. */
export function wholeGroup(group: KnownGroup, inc: ReadonlySet<string>): JsonRecord {
  const credited = inc.has('artist-credits') || inc.has('artists')
  return {
    id: group.id,
    title: group.title,
    disambiguation: '',
    'first-release-date': group.date,
    'primary-type': group.type,
    'primary-type-id': (group.type && TYPE_IDS[group.type]) ?? null,
    'secondary-types': group.secondary_types,
    'secondary-type-ids': group.secondary_types.map(name => uuidOf(`type:${name}`)),
    ...(credited && {
      'artist-credit': group.credits.map(({ artist, name, joinphrase }) => ({
        name,
        joinphrase,
        artist: { ...briefArtist(artist), country: artist.country, type: artist.type },
      })),
    }),
    ...(inc.has('genres') && { genres: genres(group.tags) }),
    ...(inc.has('ratings') && {
      rating: { value: group.rating?.value ?? null, 'votes-count': group.rating?.votes ?? 0 },
    }),
  }
}

export function wholeArtist(artist: KnownArtist, inc: ReadonlySet<string>): JsonRecord {
  return {
    ...briefArtist(artist),
    type: artist.type,
    country: artist.country,
    area: null,
    gender: null,
    'life-span': { begin: artist.begin, end: null, ended: false },
    ipis: [],
    isnis: [],
    ...(inc.has('genres') && { genres: genres(artist.tags) }),
  }
}

export function wholeRelease(group: KnownGroup, inc: ReadonlySet<string>): JsonRecord {
  return {
    id: group.release_id,
    title: group.title,
    status: 'Official',
    date: group.date,
    ...(inc.has('recordings') && { media: [mediumOf(group)] }),
    ...(inc.has('release-groups') && { 'release-group': wholeGroup(group, new Set()) }),
  }
}

function mediumOf({ tracks }: KnownGroup): JsonRecord {
  return {
    position: 1,
    format: 'CD',
    title: '',
    'track-count': tracks.length,
    'track-offset': 0,
    tracks: tracks.map(track => ({
      id: track.id,
      position: track.number,
      number: String(track.number),
      title: track.title,
      length: track.duration_ms,
      recording: { id: track.recording_id, title: track.title, length: track.duration_ms, video: false },
    })),
  }
}
