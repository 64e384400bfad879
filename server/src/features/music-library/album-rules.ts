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

/** 1/3, music. `queue` null: it could not be read, which matters only where it decides. */
export function albumProgress(album: Counted, queue: readonly QueuedDownload[] | null): AlbumStatus | null {
  const { track_count, track_file_count } = album
  // Nothing of nothing is not everything (lidarr.md, "Statistics").
  if (track_count > 0 && track_file_count >= track_count) return { status: 'available', progress: 100 }
  if (track_file_count > 0) return { status: 'partial', progress: share(track_file_count, track_count) }
  if (!queue) return null
  if (queue.length > 0) return { status: 'downloading', progress: downloadedShare(queue) }
  return { status: album.monitored ? 'requested' : 'unavailable', progress: 0 }
}

/** `record_id`, `foreign_id` and `title` are of albums that the library has. */
export type LiveAlbum = Known<AlbumStatus & { record_id?: number; foreign_id?: string; title?: string }>

const ORDER: readonly LiveStatus[] = ['available', 'partial', 'downloading', 'requested', 'unavailable']

/** Of a release group that the library has twice, the record that has the most of it speaks. */
export function liveAlbum(
  albums: readonly LibraryAlbum[],
  downloadsOf: (record_id: number) => readonly QueuedDownload[] | null,
): LiveAlbum {
  if (albums.length === 0) return { known: true, status: 'unavailable', progress: 0 }
  const told = albums.flatMap(album => {
    const standing = albumProgress(album, downloadsOf(album.record_id))
    const { record_id, foreign_id, title } = album
    return standing ? [{ ...standing, record_id, foreign_id, title }] : []
  })
  const [best] = told.sort(
    (a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || a.record_id - b.record_id,
  )
  // What could not be told might have more.
  const isSure = best && (told.length === albums.length || best.status === 'available')
  return isSure ? { known: true, ...best } : unknown('library_unavailable')
}

/** 1/4.10: an https address, or the manager's own picture through the proxy. */
export function pictureUrl(source: PosterSource | null, instance_id: string): string | null {
  const { remote_url, manager_path } = shownPicture(source) ?? {}
  return (
    remote_url ?? (manager_path === undefined ? null : `/api/instances/${instance_id}/proxy/${manager_path}`)
  )
}

/** The one of its two addresses that is shown. */
export function shownPicture(source: PosterSource | null): PosterSource | null {
  const { remote_url = '', manager_path } = source ?? {}
  if (/^https:\/\/[^\s"<>]+$/.test(remote_url)) return { remote_url }
  return manager_path === undefined ? null : { manager_path }
}

export interface Filed {
  album: LibraryAlbum
  artist: LibraryArtist | undefined
  standing: AlbumStatus
  instance_id: string
}

export function presentAlbum({ album, artist, standing, instance_id }: Filed): MusicTitle {
  return {
    album_id: album.record_id,
    foreign_album_id: album.foreign_id,
    artist_id: album.artist_id,
    foreign_artist_id: artist?.foreign_id ?? '',
    title: album.title,
    artist: artist?.name ?? '',
    year: album.year,
    release_type: album.release_type,
    status: standing.status,
    status_known: true,
    progress: standing.progress,
    monitored: album.monitored,
    downloaded: standing.status === 'available',
    track_count: album.track_count,
    track_file_count: album.track_file_count,
    cover: pictureUrl(album.cover, instance_id),
  }
}

/** The albums of one artist, as they are counted (C15). */
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

/** 1:4.10, 1:4.11: what is on disk first, names between equals; who has no date comes after those who have. */
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

/** Newest year first; one that is not believed sorts with none, and is told as it is (1:4.10). */
export function newestFirst(this_year: number) {
  return (a: MusicTitle, b: MusicTitle): number => {
    const [left, right] = [believedYear(a.year, this_year) ?? 0, believedYear(b.year, this_year) ?? 0]
    return right - left || byName(a.title, b.title) || a.album_id - b.album_id
  }
}

export function presentRecent(
  { album, artist, instance_id }: Omit<Filed, 'standing'>,
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
