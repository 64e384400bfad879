import type { QueuedDownload } from './download-queue.ts'
import type { Connection } from './instance-connection.ts'

export interface QueuedBook {
  record_id: number
  download: QueuedDownload
}

/** The download queue of a book manager. Throws UpstreamFault unless the answer is complete. */
export interface BookQueue {
  queue(connection: Connection, signal?: AbortSignal): Promise<QueuedBook[]>
}
