import type { BookFormat } from '@foyer/contract/requests/requests'
import type { Connection } from './instance-connection.ts'

/** A file in the index of its manager. */
export interface MediaFile {
  file_id: number
  /** Record id of the movie, series, book or album that it belongs to. */
  record_id: number
  /** Absolute, as the manager sees it. */
  path: string
  size_bytes: number
}

/** A file with its position in the title, as the manager reports it. */
export interface TitleFile extends MediaFile {
  /** As the manager numbers them. */
  season_number?: number
  episode_numbers?: number[]
  title?: string
  format?: BookFormat
  track_number?: number
  disc_number?: number
}

/**
 * What the content policy of a title is decided by: its id at the metadata provider where the manager reports it,
 * and the manager's own rating and genres.
 */
export interface FileParent {
  kind: 'movie' | 'tv'
  tmdb_id: number | null
  certification: string | null
  genres: string[]
}

/** Where files are, as far as one read of a library shows: a file, or the folder of a title with all of its files. */
export interface FilePlace {
  path: string
  files: number
}

/** The files of one manager. Throws UpstreamFault if there is no usable answer. */
export interface MediaFiles {
  /** Null: the manager answered and has no such file, or none that belongs to a title. */
  find(connection: Connection, file_id: number, signal?: AbortSignal): Promise<MediaFile | null>
  /** In the order in which they are watched, read or played; empty when the records have none. */
  ofRecords(connection: Connection, record_ids: readonly number[], signal?: AbortSignal): Promise<TitleFile[]>
  /** Null: the record is gone. Absent for media without ratings. */
  parent?(connection: Connection, record_id: number, signal?: AbortSignal): Promise<FileParent | null>
  /** For the whole library, without titles that have no file. */
  places(connection: Connection, signal?: AbortSignal): Promise<FilePlace[]>
}
