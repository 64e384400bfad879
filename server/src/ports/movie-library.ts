import type { QueuedDownload } from './download-queue.ts'
import type { Connection } from './instance-connection.ts'

/** What a movie manager's record says of one movie. */
export interface LibraryMovie {
  record_id: number
  tmdb_id: number
  /** As its metadata provider calls it in English; absent when the manager does not say. */
  title?: string
  has_file: boolean
  monitored: boolean
  /** Whole days, as the provider has them. */
  in_cinemas?: string
  digital?: string
}

export interface QueuedMovie {
  record_id: number
  /** Absent when the manager did not say which movie it is. */
  tmdb_id?: number
  download: QueuedDownload
}

/** The shelf and the queue of one movie manager. Anything short of a whole answer throws UpstreamFault. */
export interface MovieLibrary {
  /** Every movie; empty when there is none. */
  list(connection: Connection, signal?: AbortSignal): Promise<LibraryMovie[]>
  /** Null: the library answered and has no such movie. */
  find(connection: Connection, tmdb_id: number, signal?: AbortSignal): Promise<LibraryMovie | null>
  /** Everything that is under way. */
  queue(connection: Connection, signal?: AbortSignal): Promise<QueuedMovie[]>
}
