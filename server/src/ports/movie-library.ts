import type { QueuedDownload } from './download-queue.ts'
import type { Connection } from './instance-connection.ts'

/** One movie in a movie manager's library. */
export interface LibraryMovie {
  record_id: number
  tmdb_id: number
  /** The English title at the metadata provider; absent when the manager does not report it. */
  title?: string
  has_file: boolean
  monitored: boolean
  /** Whole days, as the provider reports them. */
  in_cinemas?: string
  digital?: string
}

export interface QueuedMovie {
  record_id: number
  /** Absent when the manager did not report which movie it is. */
  tmdb_id?: number
  download: QueuedDownload
}

/** The library and the queue of one movie manager. Throws UpstreamFault unless the answer is complete. */
export interface MovieLibrary {
  /** Every movie; empty when there is none. */
  list(connection: Connection, signal?: AbortSignal): Promise<LibraryMovie[]>
  /** Null: the library answered and has no such movie. */
  find(connection: Connection, tmdb_id: number, signal?: AbortSignal): Promise<LibraryMovie | null>
  /** Every download in progress. */
  queue(connection: Connection, signal?: AbortSignal): Promise<QueuedMovie[]>
}
