import type { QueuedDownload } from './download-queue.ts'
import type { Connection } from './instance-connection.ts'
import type { PosterSource } from './release-calendar.ts'

/** What a music manager's record says of one album, by its release group. */
export interface LibraryAlbum {
  record_id: number
  /** The release group as the manager knows it now; a merge upstream changes it. */
  foreign_id: string
  /** The record of its artist. */
  artist_id: number
  title: string
  release_type: string
  year: number | null
  monitored: boolean
  /** Of the pressing that the manager follows; 0 until it knows the tracks. */
  track_count: number
  track_file_count: number
  cover: PosterSource | null
}

export interface LibraryArtist {
  record_id: number
  foreign_id: string
  name: string
  monitored: boolean
  /** Null: the manager does not say. */
  added: string | null
  image: PosterSource | null
}

export interface QueuedAlbum {
  /** The record of the album. */
  record_id: number
  /** Absent when the manager did not say which album it is. */
  foreign_id?: string
  download: QueuedDownload
}

/** A file of an album, as far as it tells when the album arrived. */
export interface AlbumFile {
  album_id: number
  added_at: string
}

/** The shelf and the queue of one music manager. Anything short of a whole answer throws UpstreamFault. */
export interface MusicLibrary {
  /** Every album, one by one as they come: nobody holds the manager's whole answer. */
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
  /** Null: no such artist; also for what cannot be the id of one. */
  findArtist(connection: Connection, foreign_id: string, signal?: AbortSignal): Promise<LibraryArtist | null>
  artist(connection: Connection, record_id: number, signal?: AbortSignal): Promise<LibraryArtist | null>
  albumsOf(connection: Connection, artist_id: number, signal?: AbortSignal): Promise<LibraryAlbum[]>
  /** Everything that is under way. */
  queue(connection: Connection, signal?: AbortSignal): Promise<QueuedAlbum[]>
  filesOf(connection: Connection, album_ids: readonly number[], signal?: AbortSignal): Promise<AlbumFile[]>
  /** Albums that imports brought lately, newest first, one page of the manager's history; each once. */
  importedLately(connection: Connection, page: number, signal?: AbortSignal): Promise<number[]>
}
