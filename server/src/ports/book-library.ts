import type { BookFormat } from '@foyer/contract/requests/requests'
import type { BookIds } from './book-ids.ts'
import type { Connection } from './instance-connection.ts'

/** Where to load a picture from: below the manager's own address, or at its provider. */
export interface Picture {
  /** For example `MediaCover/Books/12/cover.jpg`. */
  manager_path?: string
  remote_url?: string
}

/** One record of a book manager: a title in one format. */
export interface LibraryBook extends BookIds {
  record_id: number
  /** The record id of the author; 0 when the manager does not report it. */
  author_id: number
  title: string
  /** Verbatim, including the position in the series. */
  series_title: string
  /** Verbatim, even when it is implausible; null when the manager has none. */
  year: number | null
  /** The day of its publication; absent when the manager does not know it. */
  released_on?: string
  monitored: boolean
  has_file: boolean
  /** Null: the record does not name a format; it then has the manager's single format, if there is one. */
  format: BookFormat | null
  cover: Picture | null
}

export interface LibraryAuthor {
  record_id: number
  /** Verbatim; empty when the manager has none. */
  foreign_author_id: string
  name: string
  /** When it was added to the library; null when the manager does not report it. */
  added: string | null
  image: Picture | null
}

export interface ReadBooks {
  /** C7: the format of records that do not name one. Null: every record names its format, or it cannot be known. */
  single_format: BookFormat | null
}

/** The library of one book manager. Throws UpstreamFault unless the answer is complete. */
export interface BookLibrary {
  /**
   * Passes on every record as it arrives, so that the answer is never in memory as a whole. If this throws, the
   * records passed so far are incomplete. `author_id` limits it to the records of one author.
   */
  eachBook(
    connection: Connection,
    take: (book: LibraryBook) => void,
    options?: { author_id?: number | undefined; signal?: AbortSignal | undefined },
  ): Promise<ReadBooks>
  /** One record; null: there is no such record. */
  find(connection: Connection, record_id: number, signal?: AbortSignal): Promise<LibraryBook | null>
  /** Every author; empty when there is none. */
  authors(connection: Connection, signal?: AbortSignal): Promise<LibraryAuthor[]>
  /** The text about one author; null: the manager has none, or no such author. */
  biography(connection: Connection, author_id: number, signal?: AbortSignal): Promise<string | null>
  /** When the newest file of each of these records was imported; records without a file are absent. */
  newestFiles(
    connection: Connection,
    record_ids: readonly number[],
    signal?: AbortSignal,
  ): Promise<Map<number, string>>
}
