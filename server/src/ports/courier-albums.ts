import type { Connection } from './instance-connection.ts'
import type { Shelf, ShelfOptions } from './courier-shelf.ts'

export interface ShelfAlbum {
  record_id: number
  /** The id that the manager uses now. */
  foreign_id: string
  title: string
  artist_id: number
  monitored: boolean
  /** The manager searches for an album only while its artist is monitored too. */
  artist_monitored: boolean
  track_count: number
  track_file_count: number
}

export interface FoundAlbum {
  foreign_id: string
  title: string
  artist: { foreign_id: string; name: string }
  /** The releases of the album in the manager's metadata. */
  release_ids: readonly string[]
}

/** Options for new albums; each folder has its own defaults. */
export interface AlbumShelfOptions extends ShelfOptions {
  root_folders: {
    path: string
    accessible: boolean
    quality_profile_id: number
    metadata_profile_id: number
  }[]
  /** Without the manager's own "None", under which an artist has no albums. */
  metadata_profiles: number[]
}

/** An album to add and monitor, with its artist. */
export interface NewAlbum extends Omit<FoundAlbum, 'release_ids'> {
  quality_profile_id: number
  metadata_profile_id: number
  root_folder: string
  /** Of the artist. */
  tags: readonly number[]
  search: boolean
}

/** Adds albums to a music manager. Throws UpstreamFault if there is no usable answer. */
export interface AlbumShelf extends Pick<Shelf, 'product' | 'tags'> {
  options(connection: Connection, signal: AbortSignal): Promise<AlbumShelfOptions>
  /** Null: the library answered and has no such album. */
  find(connection: Connection, foreign_id: string, signal: AbortSignal): Promise<ShelfAlbum | null>
  findRecord(connection: Connection, record_id: number, signal: AbortSignal): Promise<ShelfAlbum | null>
  /** Metadata search of the manager. An exact id as the term finds one album or none. */
  lookup(connection: Connection, term: string, signal: AbortSignal): Promise<FoundAlbum[]>
  exactTerm(foreign_id: string): string
  /**
   * One call with the artist nested; its other albums arrive unmonitored. Throws AddRefused. After a fault of kind
   * `outcome_unknown` the album may have been added: look it up before another attempt.
   */
  add(
    connection: Connection,
    album: NewAlbum,
    signal: AbortSignal,
  ): Promise<{ record_id: number; artist: { record_id: number; monitored: boolean } | null }>
  /** Idempotent, like `search`. */
  monitor(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
  monitorArtist(connection: Connection, artist_id: number, signal: AbortSignal): Promise<void>
  /** Starts a search; the manager merges it with an equal one that is queued. */
  search(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
}
