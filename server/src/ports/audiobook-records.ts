import type { BookIds } from './book-ids.ts'
import type { Connection } from './instance-connection.ts'

/** A record of a book manager that is an audiobook and has audio files. */
export interface AudiobookRecord extends BookIds {
  title: string
}

/** Audiobooks of a book manager, read now. Throws UpstreamFault unless the answer is complete. */
export interface AudiobookRecords {
  /** With the ids of all editions. Records that are gone, ebooks, or without audio files are left out. */
  read(connection: Connection, record_ids: readonly number[], signal: AbortSignal): Promise<AudiobookRecord[]>
}
