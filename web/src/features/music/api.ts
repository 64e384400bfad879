import {
  getMusicAlbum,
  getMusicArtist,
  getMusicArtistAlbums,
  getMusicByGenre,
  getMusicGenres,
  getMusicTracks,
  getNewMusic,
  getPopularMusic,
  type MusicPeriod,
  searchMusic,
  searchMusicArtists,
} from '@foyer/contract/discover-music'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'
import { listedTracks } from './tracks.ts'

const MINUTE = 60_000
/** About as long as the server caches an answer (1:4.3 rule 6). */
const list = { staleTime: 15 * MINUTE, gcTime: 30 * MINUTE } as const
const detail = { staleTime: 60 * MINUTE, gcTime: 60 * MINUTE } as const

/** The selected library; undefined is the account's default. */
export type LibraryId = string | undefined

const at = (instance_id: LibraryId) => (instance_id ? { instance_id } : {})

/**
 * The next offset of the provider's list. A short or empty page may still be followed by another one (1:4.3 rule 1).
 */
const pages = {
  ...list,
  initialPageParam: 1,
  getNextPageParam: (last: { next_page?: number | undefined }) => last.next_page,
} as const

export type Feed =
  | { name: 'popular'; period: MusicPeriod }
  | { name: 'new' }
  | { name: 'genre'; genre: string }

function readFeed(feed: Feed, query: { instance_id?: string; page: string }, signal: AbortSignal) {
  if (feed.name === 'popular')
    return call(getPopularMusic, { query: { ...query, period: feed.period } }, { signal })
  if (feed.name === 'genre')
    return call(getMusicByGenre, { query: { ...query, genre: feed.genre } }, { signal })
  return call(getNewMusic, { query }, { signal })
}

export function feedQuery(feed: Feed, instance_id: LibraryId) {
  return infiniteQueryOptions({
    ...pages,
    queryKey: ['music', 'feed', feed, instance_id ?? null],
    queryFn: ({ signal, pageParam }) =>
      readFeed(feed, { ...at(instance_id), page: String(pageParam) }, signal),
  })
}

/** The first page only, for a row. */
export function feedRowQuery(feed: Feed, instance_id: LibraryId) {
  return queryOptions({
    ...list,
    queryKey: ['music', 'feed-row', feed, instance_id ?? null],
    queryFn: ({ signal }) => readFeed(feed, { ...at(instance_id), page: '1' }, signal),
  })
}

interface AlbumSearch {
  query: string
  singles: boolean
}

export function albumSearchQuery({ query, singles }: AlbumSearch, instance_id: LibraryId) {
  return infiniteQueryOptions({
    ...pages,
    queryKey: ['music', 'search', query, singles, instance_id ?? null],
    queryFn: ({ signal, pageParam }) =>
      call(
        searchMusic,
        {
          query: {
            ...at(instance_id),
            query,
            page: String(pageParam),
            ...(singles && { include_singles: 'true' }),
          },
        },
        { signal },
      ),
    enabled: query.length > 0,
  })
}

export function artistSearchQuery(query: string, instance_id: LibraryId) {
  return infiniteQueryOptions({
    ...pages,
    queryKey: ['music', 'artist-search', query, instance_id ?? null],
    queryFn: ({ signal, pageParam }) =>
      call(searchMusicArtists, { query: { ...at(instance_id), query, page: String(pageParam) } }, { signal }),
    enabled: query.length > 0,
  })
}

export function genresQuery(instance_id: LibraryId) {
  return queryOptions({
    ...detail,
    queryKey: ['music', 'genres', instance_id ?? null],
    queryFn: ({ signal }) => call(getMusicGenres, { query: at(instance_id) }, { signal }),
  })
}

/** The catalogue's track list, for an album the library does not have. */
export function albumTracksQuery(id: string, instance_id: LibraryId) {
  return queryOptions({
    ...detail,
    queryKey: ['music', 'tracks', id, instance_id ?? null],
    queryFn: async ({ signal }) => {
      const asked = { params: { music_id: id }, query: at(instance_id) }
      return listedTracks((await call(getMusicTracks, asked, { signal })).tracks)
    },
  })
}

export function albumQuery(id: string, instance_id: LibraryId) {
  return queryOptions({
    ...detail,
    queryKey: ['music', 'album', id, instance_id ?? null],
    queryFn: ({ signal }) =>
      call(getMusicAlbum, { params: { music_id: id }, query: at(instance_id) }, { signal }),
  })
}

export function artistQuery(id: string, instance_id: LibraryId) {
  return queryOptions({
    ...detail,
    queryKey: ['music', 'artist', id, instance_id ?? null],
    queryFn: ({ signal }) =>
      call(getMusicArtist, { params: { artist_id: id }, query: at(instance_id) }, { signal }),
  })
}

export function artistAlbumsQuery(id: string, instance_id: LibraryId) {
  return infiniteQueryOptions({
    ...pages,
    queryKey: ['music', 'artist-albums', id, instance_id ?? null],
    queryFn: ({ signal, pageParam }) =>
      call(
        getMusicArtistAlbums,
        { params: { artist_id: id }, query: { ...at(instance_id), page: String(pageParam) } },
        { signal },
      ),
  })
}

/** The first page of a discography, for a row. */
export function artistRowQuery(id: string, instance_id: LibraryId) {
  return queryOptions({
    ...list,
    queryKey: ['music', 'artist-row', id, instance_id ?? null],
    queryFn: ({ signal }) =>
      call(getMusicArtistAlbums, { params: { artist_id: id }, query: at(instance_id) }, { signal }),
  })
}
