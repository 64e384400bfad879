import type { BookFormat } from '@foyer/contract/requests'
import type { Connection } from './instance-connection.ts'

/** A file as its manager has it indexed. */
export interface MediaFile {
  file_id: number
  /** Of the movie, series, book or album that it belongs to. */
  record_id: number
  /** Absolute, as the manager sees it. */
  path: string
  size_bytes: number
}

/** A file with what its manager tells of its place in the title. */
export interface TitleFile extends MediaFile {
  /** As the manager counts them. */
  season_number?: number
  episode_numbers?: number[]
  title?: string
  format?: BookFormat
  track_number?: number
  disc_number?: number
}

/** What a title is judged by: its id at the metadata provider where the manager knows it, and its own words. */
export interface FileParent {
  kind: 'movie' | 'tv'
  tmdb_id: number | null
  certification: string | null
  genres: string[]
}

/** Where files lie, as far as one read of a library tells: a file, or the folder of a title with all of its files. */
export interface FilePlace {
  path: string
  files: number
}

/** The files of one manager. Anything short of an answer throws UpstreamFault. */
export interface MediaFiles {
  /** Null: the manager answered and has no such file, or none that belongs to a title. */
  find(connection: Connection, file_id: number, signal?: AbortSignal): Promise<MediaFile | null>
  /** In the order in which they are watched, read or heard; empty when the records have none. */
  ofRecords(connection: Connection, record_ids: readonly number[], signal?: AbortSignal): Promise<TitleFile[]>
  /** Null: the record is gone. Absent for media that carry no ratings. */
  parent?(connection: Connection, record_id: number, signal?: AbortSignal): Promise<FileParent | null>
  /** Of the whole library, titles without a file left out. */
  places(connection: Connection, signal?: AbortSignal): Promise<FilePlace[]>
}
