import type { BookFormat } from '@foyer/contract/requests'
import type { BookIds } from './book-ids.ts'
import type { Connection } from './instance-connection.ts'

/** Where a picture may be had: below the manager's own address, or at its provider. */
export interface Picture {
  /** `MediaCover/Books/12/cover.jpg`. */
  manager_path?: string
  remote_url?: string
}

/** One record of a book manager: a title in one format. */
export interface LibraryBook extends BookIds {
  record_id: number
  /** Of the author's record; 0 when the manager does not say. */
  author_id: number
  title: string
  /** As it is written, with the place in it. */
  series_title: string
  /** As the manager has it, even when it cannot be true; null when it has none. */
  year: number | null
  monitored: boolean
  has_file: boolean
  /** Null: the record does not say; then it is of the manager's single format, if that has one. */
  format: BookFormat | null
  cover: Picture | null
}

export interface LibraryAuthor {
  record_id: number
  /** Verbatim; empty when the manager has none. */
  foreign_author_id: string
  name: string
  /** When it was added to the library; null when the manager does not say. */
  added: string | null
  image: Picture | null
}

export interface ReadBooks {
  /** C7: what records without a format are. Null: all of them say it, or nobody can know. */
  single_format: BookFormat | null
}

/** What one book manager holds. Anything short of a whole answer throws UpstreamFault. */
export interface BookLibrary {
  /**
   * Hands over every record as it arrives, so that the answer is never held as a whole. When this throws, what was
   * handed over is not the library. `author_id`: the records of one author only.
   */
  eachBook(
    connection: Connection,
    take: (book: LibraryBook) => void,
    options?: { author_id?: number | undefined; signal?: AbortSignal | undefined },
  ): Promise<ReadBooks>
  /** Every author; empty when there is none. */
  authors(connection: Connection, signal?: AbortSignal): Promise<LibraryAuthor[]>
  /** When the newest file of each of these records came in; records without a file are absent. */
  newestFiles(
    connection: Connection,
    record_ids: readonly number[],
    signal?: AbortSignal,
  ): Promise<Map<number, string>>
}
