import type { Connection } from './instance-connection.ts'

/** An author whom the manager's metadata knows, whether or not the library has books of theirs. */
export interface FoundAuthor {
  /** Verbatim; empty when the hit has none. */
  foreign_author_id: string
  name: string
}

/** A book that the manager's metadata knows. */
export interface FoundTitle {
  /** Verbatim; empty when the hit has none. */
  foreign_book_id: string
  title: string
  foreign_author_id: string
  /** Verbatim, including the position in the series. */
  series_title: string
}

/**
 * The metadata search of a book manager. The hits include similar ones, and are never all there is. Throws UpstreamFault
 * if there is no usable answer.
 */
export interface BookSearch {
  /** `foreign_id`: of the author; other hits with similar ids are possible. */
  authorsById(connection: Connection, foreign_id: string, signal?: AbortSignal): Promise<FoundAuthor[]>
  authors(connection: Connection, term: string, signal?: AbortSignal): Promise<FoundAuthor[]>
  books(connection: Connection, term: string, signal?: AbortSignal): Promise<FoundTitle[]>
}
