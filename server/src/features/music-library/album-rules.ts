import type { LibraryArtist as ArtistRow, MusicTitle, RecentAlbum } from '@foyer/contract/music-library'
import {
  downloadedShare,
  type Known,
  type LiveStatus,
  share,
  unknown,
} from '#features/library-status/index.ts'
import { believedYear, byName } from '#kit/list-order.ts'
import type { QueuedDownload } from '#ports/download-queue.ts'
import type { LibraryAlbum, LibraryArtist } from '#ports/music-library.ts'
import type { PosterSource } from '#ports/release-calendar.ts'

export interface AlbumStatus {
  status: LiveStatus
  /** 0..100 (1/3). */
  progress: number
}

type Counted = Pick<LibraryAlbum, 'monitored' | 'track_count' | 'track_file_count'>

/** 1/3, music. `queue` null: it could not be read, which matters only when it decides. */
export function albumProgress(album: Counted, queue: readonly QueuedDownload[] | null): AlbumStatus | null {
  const { track_count, track_file_count } = album
  // Zero of zero tracks is not complete (lidarr.md, "Statistics").
  if (track_count > 0 && track_file_count >= track_count) return { status: 'available', progress: 100 }
  if (track_file_count > 0) return { status: 'partial', progress: share(track_file_count, track_count) }
  if (!queue) return null
  if (queue.length > 0) return { status: 'downloading', progress: downloadedShare(queue) }
  return { status: album.monitored ? 'requested' : 'unavailable', progress: 0 }
}

/** `record_id`, `foreign_id` and `title` exist for albums the library has. */
export type LiveAlbum = Known<AlbumStatus & { record_id?: number; foreign_id?: string; title?: string }>

const ORDER: readonly LiveStatus[] = ['available', 'partial', 'downloading', 'requested', 'unavailable']

/** If the library has a release group twice, the more complete record counts. */
export function liveAlbum(
  albums: readonly LibraryAlbum[],
  downloadsOf: (record_id: number) => readonly QueuedDownload[] | null,
): LiveAlbum {
  if (albums.length === 0) return { known: true, status: 'unavailable', progress: 0 }
  const known = albums.flatMap(album => {
    const album_status = albumProgress(album, downloadsOf(album.record_id))
    const { record_id, foreign_id, title } = album
    return album_status ? [{ ...album_status, record_id, foreign_id, title }] : []
  })
  const [best] = known.sort(
    (a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || a.record_id - b.record_id,
  )
  // An album with an unknown status might be more complete.
  const isSure = best && (known.length === albums.length || best.status === 'available')
  return isSure ? { known: true, ...best } : unknown('library_unavailable')
}

/** 1/4.10: an https address, or the manager's own picture through the proxy. */
export function pictureUrl(source: PosterSource | null, instance_id: string): string | null {
  const { remote_url, manager_path } = shownPicture(source) ?? {}
  return (
    remote_url ?? (manager_path === undefined ? null : `/api/instances/${instance_id}/proxy/${manager_path}`)
  )
}

/** Which of the two addresses is shown. */
export function shownPicture(source: PosterSource | null): PosterSource | null {
  const { remote_url = '', manager_path } = source ?? {}
  if (/^https:\/\/[^\s"<>]+$/.test(remote_url)) return { remote_url }
  return manager_path === undefined ? null : { manager_path }
}

export interface Filed {
  album: LibraryAlbum
  artist: LibraryArtist | undefined
  album_status: AlbumStatus
  instance_id: string
}

export function presentAlbum({ album, artist, album_status, instance_id }: Filed): MusicTitle {
  return {
    album_id: album.record_id,
    foreign_album_id: album.foreign_id,
    artist_id: album.artist_id,
    foreign_artist_id: artist?.foreign_id ?? '',
    title: album.title,
    artist: artist?.name ?? '',
    year: album.year,
    release_type: album.release_type,
    status: album_status.status,
    status_known: true,
    progress: album_status.progress,
    monitored: album.monitored,
    downloaded: album_status.status === 'available',
    track_count: album.track_count,
    track_file_count: album.track_file_count,
    cover: pictureUrl(album.cover, instance_id),
  }
}

/** The counts of one artist's albums (C15). */
export interface Counts {
  album_count: number
  available_count: number
}

export function presentArtist(artist: LibraryArtist, counts: Counts, instance_id: string): ArtistRow {
  return {
    foreign_artist_id: artist.foreign_id,
    name: artist.name,
    image: pictureUrl(artist.image, instance_id),
    album_count: counts.album_count,
    available_count: counts.available_count,
    ...(artist.added !== null && { added: artist.added }),
  }
}

export const ARTIST_SORTS = ['albums', 'name', 'added'] as const
export type ArtistSort = (typeof ARTIST_SORTS)[number]

/** 1:4.10, 1:4.11: artists on disk first, then by name; missing dates come last. */
export function compareArtists(sort: ArtistSort): (a: ArtistRow, b: ArtistRow) => number {
  const named = (a: ArtistRow, b: ArtistRow) =>
    byName(a.name, b.name) || byName(a.foreign_artist_id, b.foreign_artist_id)
  if (sort === 'name') return named
  if (sort === 'albums') return (a, b) => b.available_count - a.available_count || named(a, b)
  return (a, b) => {
    const [left, right] = [a.added ?? '', b.added ?? '']
    return left === right ? named(a, b) : left < right ? 1 : -1
  }
}

/** Newest year first; an implausible year sorts as missing, but is returned as it is (1:4.10). */
export function newestFirst(this_year: number) {
  return (a: MusicTitle, b: MusicTitle): number => {
    const [left, right] = [believedYear(a.year, this_year) ?? 0, believedYear(b.year, this_year) ?? 0]
    return right - left || byName(a.title, b.title) || a.album_id - b.album_id
  }
}

export function presentRecent(
  { album, artist, instance_id }: Omit<Filed, 'album_status'>,
  imported_at: string,
): RecentAlbum {
  return {
    album_id: album.record_id,
    foreign_album_id: album.foreign_id,
    title: album.title,
    artist: artist?.name ?? '',
    cover: pictureUrl(album.cover, instance_id),
    imported_at,
  }
}
