import {
  getLibraryArtists,
  getMusicLibrary,
  getMusicStatus,
  getRecentMusic,
  type MusicTitle,
} from '@foyer/contract/music-library'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { readManager } from '#lib/manager-proxy.ts'
import type { LibraryId } from './api.ts'
import type { ArtistSort } from './artist-sort.ts'
import { byAlbum } from './album-mark.ts'
import { tracksOf } from './tracks.ts'

/** As long as the server caches a library (1/4.11); events refetch it earlier. */
const DIGEST_FRESH_MS = 15_000
const LIST_FRESH_MS = 60_000
/** A library that could not be read is retried automatically. */
const RETRY_UNKNOWN_MS = 30_000

const at = (instance_id: LibraryId) => (instance_id ? { instance_id } : {})

/** All albums of the library, found by release group. */
export function digestQuery(instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['music-digest', instance_id ?? null],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, MusicTitle>> =>
      byAlbum((await call(getMusicLibrary, { query: at(instance_id) }, { signal })).titles),
    // Comparing thousands of albums costs more than rendering the few that are visible.
    structuralSharing: false,
    staleTime: DIGEST_FRESH_MS * 4,
  })
}

export function recentQuery(instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['music-library', 'recent', instance_id ?? null],
    queryFn: ({ signal }) => call(getRecentMusic, { query: at(instance_id) }, { signal }),
    staleTime: LIST_FRESH_MS,
  })
}

export function libraryArtistsQuery(sort: ArtistSort, instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['music-library', 'artists', sort, instance_id ?? null],
    queryFn: ({ signal }) => call(getLibraryArtists, { query: { ...at(instance_id), sort } }, { signal }),
    staleTime: LIST_FRESH_MS,
  })
}

/** The status of one album, with the caller's own request. */
export function albumStatusQuery(foreign_id: string, instance_id: LibraryId) {
  return queryOptions({
    queryKey: ['shelf-status', 'music', foreign_id, instance_id ?? null],
    queryFn: ({ signal }) => call(getMusicStatus, { query: { ...at(instance_id), foreign_id } }, { signal }),
    staleTime: DIGEST_FRESH_MS,
    refetchInterval: query => (query.state.data?.status_known === false ? RETRY_UNKNOWN_MS : false),
  })
}

/** The tracks of an album, as its library manager lists them. */
export function tracksQuery(instance_id: string, album_id: number) {
  return queryOptions({
    queryKey: ['music-library', 'tracks', instance_id, album_id],
    queryFn: async ({ signal }) =>
      tracksOf(
        await readManager({
          instance_id,
          path: 'api/v1/track',
          query: { albumId: String(album_id) },
          signal,
        }),
      ),
    staleTime: LIST_FRESH_MS,
  })
}
