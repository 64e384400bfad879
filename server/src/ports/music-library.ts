import type { QueuedDownload } from './download-queue.ts'
import type { Connection } from './instance-connection.ts'
import type { PosterSource } from './release-calendar.ts'

/** One album in a music manager's library, by its release group. */
export interface LibraryAlbum {
  record_id: number
  /** The release group that the manager uses now; a merge upstream changes it. */
  foreign_id: string
  /** The record id of its artist. */
  artist_id: number
  title: string
  release_type: string
  year: number | null
  monitored: boolean
  /** For the release that the manager monitors; 0 until it knows the tracks. */
  track_count: number
  track_file_count: number
  cover: PosterSource | null
}

export interface LibraryArtist {
  record_id: number
  foreign_id: string
  name: string
  monitored: boolean
  /** Null: the manager does not report it. */
  added: string | null
  image: PosterSource | null
}

export interface QueuedAlbum {
  /** The record id of the album. */
  record_id: number
  /** Absent when the manager did not report which album it is. */
  foreign_id?: string
  download: QueuedDownload
}

/** A file of an album, with the fields that show when the album arrived. */
export interface AlbumFile {
  album_id: number
  added_at: string
}

/** The library and the queue of one music manager. Throws UpstreamFault unless the answer is complete. */
export interface MusicLibrary {
  /** Every album, one by one as they arrive: the whole answer is never in memory. */
  eachAlbum(connection: Connection, take: (album: LibraryAlbum) => void, signal?: AbortSignal): Promise<void>
  eachArtist(
    connection: Connection,
    take: (artist: LibraryArtist) => void,
    signal?: AbortSignal,
  ): Promise<void>
  /** Null: the library answered and has no such record. */
  album(connection: Connection, record_id: number, signal?: AbortSignal): Promise<LibraryAlbum | null>
  /** By release group; several when the library has it twice. */
  findAlbums(connection: Connection, foreign_id: string, signal?: AbortSignal): Promise<LibraryAlbum[]>
  /** Null: no such artist, or the value cannot be an artist id. */
  findArtist(connection: Connection, foreign_id: string, signal?: AbortSignal): Promise<LibraryArtist | null>
  artist(connection: Connection, record_id: number, signal?: AbortSignal): Promise<LibraryArtist | null>
  albumsOf(connection: Connection, artist_id: number, signal?: AbortSignal): Promise<LibraryAlbum[]>
  /** Every download in progress. */
  queue(connection: Connection, signal?: AbortSignal): Promise<QueuedAlbum[]>
  filesOf(connection: Connection, album_ids: readonly number[], signal?: AbortSignal): Promise<AlbumFile[]>
  /** Recently imported albums, newest first, each once; one page of the manager's history. */
  importedLately(connection: Connection, page: number, signal?: AbortSignal): Promise<number[]>
}
