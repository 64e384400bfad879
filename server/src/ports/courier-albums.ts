import type { Connection } from './instance-connection.ts'
import type { Shelf, ShelfOptions } from './courier-shelf.ts'

export interface ShelfAlbum {
  record_id: number
  /** As the manager knows it now. */
  foreign_id: string
  title: string
  artist_id: number
  monitored: boolean
  /** An album is looked for only while its artist is monitored too. */
  artist_monitored: boolean
  track_count: number
  track_file_count: number
}

export interface FoundAlbum {
  foreign_id: string
  title: string
  artist: { foreign_id: string; name: string }
  /** The pressings that the manager's metadata knows of it. */
  release_ids: readonly string[]
}

/** Where music can be put: a folder brings its own defaults with it. */
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

/** An album to be added, wanted and searched for, with its artist around it. */
export interface NewAlbum extends Omit<FoundAlbum, 'release_ids'> {
  quality_profile_id: number
  metadata_profile_id: number
  root_folder: string
}

/** How an album gets onto a music manager's shelf. Anything short of an answer throws UpstreamFault. */
export interface AlbumShelf extends Pick<Shelf, 'product'> {
  options(connection: Connection, signal: AbortSignal): Promise<AlbumShelfOptions>
  /** Null: the library answered and has no such album. */
  find(connection: Connection, foreign_id: string, signal: AbortSignal): Promise<ShelfAlbum | null>
  findRecord(connection: Connection, record_id: number, signal: AbortSignal): Promise<ShelfAlbum | null>
  /** What the manager's metadata finds for a term; a term of one exact id finds one album or none. */
  lookup(connection: Connection, term: string, signal: AbortSignal): Promise<FoundAlbum[]>
  exactTerm(foreign_id: string): string
  /**
   * One call with the artist nested; siblings arrive unmonitored. Throws AddRefused. A fault of kind
   * `outcome_unknown` may have added it: look before another try.
   */
  add(
    connection: Connection,
    album: NewAlbum,
    signal: AbortSignal,
  ): Promise<{ record_id: number; artist: { record_id: number; monitored: boolean } | null }>
  /** Both do by twice what they do by once. */
  monitor(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
  monitorArtist(connection: Connection, artist_id: number, signal: AbortSignal): Promise<void>
  /** Begins a search; the manager joins it to an equal one that waits. */
  search(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
}
