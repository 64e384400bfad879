import type { BookFormat } from '@foyer/contract/requests/requests'
import type { BookIds } from './book-ids.ts'
import type { Shelf } from './courier-shelf.ts'
import type { Connection } from './instance-connection.ts'

/** Which book manager it is, and which formats it distinguishes. */
export interface BookManagerKind {
  /** The product name: "Chaptarr", "Readarr". */
  product: string
  /** C7: the single format of a manager without formats; null: it keeps a record for each format. */
  single_format: BookFormat | null
  /** The provider whose work ids it writes without a prefix; null when it always writes one. */
  bare: 'gr' | null
}

/** A book in the manager's metadata that matches a request. */
export interface FoundBook extends BookIds {
  title: string
  /** The day of its publication; absent when the provider does not know it. */
  released_on?: string
  /** The edition to monitor if the manager requires one; empty when the record has none. */
  edition_id: string
  author: { foreign_author_id: string; name: string }
}

/** Folder and profiles for a new book. */
export interface BookPlace {
  quality_profile_id: number
  metadata_profile_id: number
  root_folder: string
}

/** `format` null: an old entry that does not name its format. */
export interface FormatProfile {
  id: number
  name: string
  format: BookFormat | null
}

export interface FormatFolder {
  path: string
  name: string
  format: BookFormat | null
  accessible: boolean
}

export interface BookOptions {
  quality_profiles: FormatProfile[]
  metadata_profiles: FormatProfile[]
  root_folders: FormatFolder[]
}

export interface ShelfAuthor {
  foreign_author_id: string
  name: string
  /** The formats that are set up for this author. */
  places: Partial<Record<BookFormat, BookPlace>>
}

export interface NewBook {
  foreign_book_id: string
  title: string
  format: BookFormat
  edition_id: string
  author: { foreign_author_id: string; name: string }
  place: BookPlace
  /** Of a new author. */
  tags: readonly number[]
  search: boolean
}

/** `pending`: the author is imported first. The value is the id of the import; null when none was returned. */
export type AddedBook = { record_id: number; foreign_book_id: string } | { pending: number | null }

/**
 * Why a book manager refused a book. `ambiguous`: it cannot decide which author or work is meant; `several`: it
 * found the work, and several books of it.
 */
export type BookObjection = 'configuration' | 'edition' | 'identity' | 'ambiguous' | 'several' | 'other'

/** The manager understood the request and refused it; sending it again changes nothing. */
export class BookRefused extends Error {
  readonly objection: BookObjection

  constructor(product: string, objection: BookObjection) {
    super(`${product} refused the book.`)
    this.name = 'BookRefused'
    this.objection = objection
  }
}

/** `over`: it ended without a failure of this format. */
export type ImportState = 'active' | 'over' | 'failed' | 'cancelled'

/** An author import, as far as it concerns one format. */
export interface AuthorImport {
  state: ImportState
  /** Provider ids of the works that are monitored in this format; null when the manager does not report them. */
  books: string[] | null
}

/** What the manager reports about an author by provider id. */
export type AuthorStatus =
  /** An older manager, without the import API. */
  | { known: 'no_api' }
  | { known: 'ambiguous' }
  | { known: 'unusable_id' }
  | { known: 'there' }
  /** The newest import of this author, in any state. */
  | { known: 'pending'; pending_id: number; state: ImportState }
  | { known: 'neither' }

/** Adds books to a book manager. Throws UpstreamFault if there is no usable answer. */
export interface BookShelf extends Pick<Shelf, 'tags'> {
  describe(connection: Connection, signal: AbortSignal): Promise<BookManagerKind>
  /** Metadata search of the manager; the results include similar titles. */
  lookup(
    connection: Connection,
    wanted: { term: string; format: BookFormat; single: boolean },
    signal?: AbortSignal,
  ): Promise<FoundBook[]>
  options(connection: Connection, signal: AbortSignal): Promise<BookOptions>
  author(connection: Connection, record_id: number, signal: AbortSignal): Promise<ShelfAuthor>
  /**
   * Throws BookRefused. After a fault of kind `outcome_unknown` the book may have been added: look it up before
   * another attempt.
   */
  add(connection: Connection, book: NewBook, kind: BookManagerKind, signal: AbortSignal): Promise<AddedBook>
  /** Idempotent. */
  monitor(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
  /** Starts a search; the manager merges it with an equal one that is queued. */
  search(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
  /** Null: there is no such import, or no such API. */
  findImport(
    connection: Connection,
    pending_id: number,
    format: BookFormat,
    signal: AbortSignal,
  ): Promise<AuthorImport | null>
  authorStatus(connection: Connection, foreign_author_id: string, signal: AbortSignal): Promise<AuthorStatus>
}
