import { z } from 'zod'
import { defineRoute, type RouteDefinition } from './route.ts'

/** 1/4.3: the available genres; `tag` is the metadata provider's own name. */
export const MUSIC_GENRES = [
  { id: 'pop', name: 'Pop', tag: 'pop' },
  { id: 'rock', name: 'Rock', tag: 'rock' },
  { id: 'hip-hop', name: 'Hip-Hop', tag: 'hip hop' },
  { id: 'r-and-b', name: 'R&B', tag: 'rhythm and blues' },
  { id: 'electronic', name: 'Electronic', tag: 'electronic' },
  { id: 'jazz', name: 'Jazz', tag: 'jazz' },
  { id: 'classical', name: 'Classical', tag: 'classical' },
  { id: 'metal', name: 'Metal', tag: 'metal' },
  { id: 'country', name: 'Country', tag: 'country' },
  { id: 'folk', name: 'Folk', tag: 'folk' },
  { id: 'blues', name: 'Blues', tag: 'blues' },
  { id: 'reggae', name: 'Reggae', tag: 'reggae' },
] as const

export const MUSIC_PERIODS = ['this_week', 'this_month', 'this_year'] as const
export type MusicPeriod = (typeof MUSIC_PERIODS)[number]

export const RELEASE_TYPES = ['Album', 'EP', 'Single'] as const
export type ReleaseType = (typeof RELEASE_TYPES)[number]

export const MusicArtist = z.object({
  foreign_id: z.string(),
  name: z.string(),
  disambiguation: z.string().optional(),
  type: z.string().optional(),
  country: z.string().optional(),
})
export type MusicArtist = z.infer<typeof MusicArtist>

export const MusicItem = z.object({
  /** Always a release-group id. */
  foreign_id: z.string(),
  title: z.string(),
  /** All credited artists, as printed. */
  artist: z.string(),
  artists: z.array(MusicArtist),
  /** A year, a month or a day. */
  release_date: z.string().optional(),
  release_type: z.enum(RELEASE_TYPES),
  /** Server-relative. */
  artwork: z.string().optional(),
  disambiguation: z.string().optional(),
})
export type MusicItem = z.infer<typeof MusicItem>

const envelope = {
  page: z.int(),
  /** Follows the provider's position: a page may be short or even empty and still have a next one. */
  next_page: z.int().optional(),
  source: z.string(),
  scope: z.string(),
  empty_message: z.string().optional(),
}
export const MusicFeed = z.object({ results: z.array(MusicItem), ...envelope })
export type MusicFeed = z.infer<typeof MusicFeed>
export const MusicArtistFeed = z.object({ results: z.array(MusicArtist), ...envelope })
export type MusicArtistFeed = z.infer<typeof MusicArtistFeed>

export const MusicAlbum = MusicItem.extend({
  secondary_types: z.array(z.string()),
  genres: z.array(z.string()),
  /** Additive: what the provider's own users give it, of five; absent until somebody has rated it. */
  rating: z.object({ value: z.number(), votes: z.int() }).optional(),
  /** The requested id, when the provider has merged it into `foreign_id`. */
  redirected_from: z.string().optional(),
})
export type MusicAlbum = z.infer<typeof MusicAlbum>

export const MusicTrack = z.object({
  disc: z.int(),
  /** As printed: `7`, `B2`. */
  number: z.string(),
  title: z.string(),
  /** Absent when unknown. */
  length_ms: z.int().optional(),
})
export type MusicTrack = z.infer<typeof MusicTrack>

export const MusicArtistDetail = MusicArtist.extend({
  genres: z.array(z.string()),
  begin_date: z.string().optional(),
  end_date: z.string().optional(),
  /** Server-relative. Absent when the music manager's provider has none, or could not be asked. */
  image: z.string().optional(),
  /** A biography; absent as above. */
  overview: z.string().optional(),
})
export type MusicArtistDetail = z.infer<typeof MusicArtistDetail>

const reader = {
  method: 'GET',
  access: 'user',
  permission: 'media:discover',
  spec: '1:4.3',
  kind: 'verbatim',
} as const satisfies Partial<RouteDefinition>

const denied = ['validation', 'no_grant', 'instance_forbidden', 'instance_not_found'] as const
const refusals = [...denied, 'upstream_failed', 'unavailable'] as const
const oneOf = ['not_found', ...refusals] as const

/** Only text here: C17 requires that access to the instance is checked first, so the slice parses the values itself. */
const text = z.string().optional()
const instance = { instance_id: text }
const page = z.string().meta({ pattern: '^[1-9][0-9]*$', default: '1', description: '1 to 500' }).optional()
/** `genre` is refused where it does not apply. */
const paged = { ...instance, page, genre: text }
const Id = z.string().meta({ format: 'uuid' })

export const searchMusic = defineRoute({
  ...reader,
  path: '/api/discover/music/search',
  summary: 'Albums and EPs by title or artist; optionally with singles',
  query: z.object({
    ...paged,
    query: text,
    include_singles: z
      .string()
      .meta({ enum: ['true', 'false'] })
      .optional(),
  }),
  response: MusicFeed,
  refusals,
})

export const getPopularMusic = defineRoute({
  ...reader,
  path: '/api/discover/music/popular',
  summary: 'The most played albums',
  query: z.object({
    ...paged,
    period: z
      .string()
      .meta({ enum: [...MUSIC_PERIODS], default: 'this_week' })
      .optional(),
  }),
  response: MusicFeed,
  refusals,
})

export const getNewMusic = defineRoute({
  ...reader,
  path: '/api/discover/music/new-releases',
  summary: 'Albums and EPs of the past 30 days, newest first',
  query: z.object(paged),
  response: MusicFeed,
  refusals,
})

export const getMusicByGenre = defineRoute({
  ...reader,
  path: '/api/discover/music/genre',
  summary: 'Albums and EPs of one genre',
  query: z.object({
    ...instance,
    page,
    genre: z
      .string()
      .meta({ enum: MUSIC_GENRES.map(({ id }) => id) })
      .optional(),
  }),
  response: MusicFeed,
  refusals,
})

export const getMusicGenres = defineRoute({
  ...reader,
  path: '/api/genres/music',
  summary: 'The music genres for browsing',
  query: z.object(instance),
  response: z.object({
    genres: z.array(z.object({ id: z.string(), name: z.string(), tag: z.string() })),
  }),
  refusals: [...denied, 'unavailable'],
})

export const searchMusicArtists = defineRoute({
  ...reader,
  path: '/api/discover/music/artists',
  summary: 'Artists by name',
  query: z.object({ ...paged, query: text }),
  response: MusicArtistFeed,
  refusals,
})

export const getMusicAlbum = defineRoute({
  ...reader,
  path: '/api/media/music/{music_id}',
  summary: 'An album, EP or single by its release-group id',
  params: z.object({ music_id: Id }),
  query: z.object(instance),
  response: MusicAlbum,
  refusals: oneOf,
})

export const getMusicTracks = defineRoute({
  ...reader,
  path: '/api/media/music/{music_id}/tracks',
  summary: 'The tracks of an album, from its first release; empty when unknown',
  params: z.object({ music_id: Id }),
  query: z.object(instance),
  response: z.object({ tracks: z.array(MusicTrack) }),
  refusals: oneOf,
})

export const getMusicArtist = defineRoute({
  ...reader,
  path: '/api/media/music/artists/{artist_id}',
  summary: 'An artist',
  params: z.object({ artist_id: Id }),
  query: z.object(instance),
  response: MusicArtistDetail,
  refusals: oneOf,
})

export const getMusicArtistAlbums = defineRoute({
  ...reader,
  path: '/api/media/music/artists/{artist_id}/albums',
  summary: 'Albums, EPs and singles of an artist',
  params: z.object({ artist_id: Id }),
  query: z.object(paged),
  response: MusicFeed,
  refusals: oneOf,
})

export const getMusicArtwork = defineRoute({
  ...reader,
  path: '/api/discover/music/artwork/{music_id}',
  summary: 'The front cover of an album',
  params: z.object({ music_id: Id }),
  query: z.object(instance),
  cache: 'image',
  refusals: oneOf,
})

export const getArtistPicture = defineRoute({
  ...reader,
  path: '/api/discover/music/artist-pictures/{artist_id}',
  summary: 'The picture of an artist',
  params: z.object({ artist_id: Id }),
  query: z.object(instance),
  cache: 'image',
  refusals: oneOf,
})
