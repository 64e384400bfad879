import { z } from 'zod'
import { CatalogRef, DeliveryState, RequestStatus, TitleUnverified } from './requests/requests.ts'
import { Time } from './primitives.ts'
import { defineRoute, type RouteDefinition } from './route.ts'
import { StatusResponse } from './title-statuses.ts'

const reader = {
  method: 'GET',
  access: 'user',
  permission: 'media:request',
  spec: '1:4.11',
} as const satisfies Partial<RouteDefinition>

const refusals = ['instance_forbidden', 'instance_not_found', 'upstream_failed', 'unavailable'] as const
const instance = { instance_id: z.string().optional() }

/** One per record: two records of the same release group are two entries (1/4.11). */
export const MusicTitle = z.object({
  album_id: z.int(),
  foreign_album_id: z.string(),
  artist_id: z.int(),
  foreign_artist_id: z.string(),
  title: z.string(),
  artist: z.string(),
  year: z.int().nullable(),
  release_type: z.string(),
  status: RequestStatus,
  status_known: z.boolean(),
  progress: z.number(),
  monitored: z.boolean(),
  downloaded: z.boolean(),
  track_count: z.int(),
  track_file_count: z.int(),
  cover: z.string().nullable(),
})
export type MusicTitle = z.infer<typeof MusicTitle>

export const LibraryArtist = z.object({
  foreign_artist_id: z.string(),
  name: z.string(),
  image: z.string().nullable(),
  album_count: z.int(),
  available_count: z.int(),
  added: Time.optional(),
})
export type LibraryArtist = z.infer<typeof LibraryArtist>

export const RecentAlbum = z.object({
  album_id: z.int(),
  foreign_album_id: z.string(),
  title: z.string(),
  artist: z.string(),
  cover: z.string().nullable(),
  imported_at: Time,
})
export type RecentAlbum = z.infer<typeof RecentAlbum>

export const getMusicLibrary = defineRoute({
  ...reader,
  path: '/api/requests/music-library',
  summary: 'Every album record of the library, with its status',
  query: z.object(instance),
  response: z.object({ titles: z.array(MusicTitle) }),
  refusals,
})

export const getRecentMusic = defineRoute({
  ...reader,
  path: '/api/requests/music-recent',
  summary: 'The latest arrivals in the library',
  query: z.object({ ...instance, limit: z.string().optional() }),
  response: z.object({ items: z.array(RecentAlbum) }),
  refusals,
})

export const getLibraryArtists = defineRoute({
  ...reader,
  path: '/api/requests/music-artists',
  summary: 'Artists of the library, with the number of their albums on disk',
  query: z.object({ ...instance, sort: z.string().optional() }),
  response: z.object({ artists: z.array(LibraryArtist), total: z.int() }),
  refusals,
})

export const getLibraryArtist = defineRoute({
  ...reader,
  path: '/api/requests/music-artist',
  summary: 'One artist of the library with all their albums',
  query: z.object({ ...instance, foreign_id: z.string().optional() }),
  response: z.object({ artist: LibraryArtist, titles: z.array(MusicTitle) }),
  refusals: ['validation', 'not_found', 'no_grant', 'no_instance', ...refusals],
})

export const getMusicStatus = defineRoute({
  method: 'GET',
  access: 'user',
  permission: 'media:request',
  spec: '1:4.6',
  path: '/api/requests/music-status',
  summary: 'The library status of an album',
  query: z.object({
    ...instance,
    foreign_id: z.string().optional(),
    include_saved: z.string().optional(),
  }),
  response: StatusResponse,
  refusals: [
    'validation',
    'no_grant',
    'no_instance',
    'instance_forbidden',
    'instance_not_found',
    'unavailable',
  ],
})

export const getSavedMusic = defineRoute({
  method: 'GET',
  access: 'user',
  permission: 'media:request',
  spec: '1:4.6',
  path: '/api/requests/music-saved',
  summary: 'Saved requests for albums, from storage alone',
  query: z.object(instance),
  response: z.object({
    requests: z.array(
      z.object({
        request_id: z.int().positive(),
        foreign_id: z.string(),
        canonical_foreign_id: z.string().optional(),
        catalog_ref: CatalogRef.optional(),
        title: z.string(),
        title_unverified: TitleUnverified,
        status: RequestStatus,
        delivery: z.array(DeliveryState),
      }),
    ),
  }),
  refusals: ['no_grant', 'no_instance', 'instance_forbidden', 'instance_not_found', 'unavailable'],
})
