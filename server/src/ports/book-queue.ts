import type { QueuedDownload } from './download-queue.ts'
import type { Connection } from './instance-connection.ts'

export interface QueuedBook {
  record_id: number
  download: QueuedDownload
}

/** What a book manager is downloading. Anything short of a whole answer throws UpstreamFault. */
export interface BookQueue {
  queue(connection: Connection, signal?: AbortSignal): Promise<QueuedBook[]>
}
