import type { BookFormat } from '@foyer/contract/requests'
import type { BookIds } from './book-ids.ts'
import type { Connection } from './instance-connection.ts'

/** Which book manager answers, and what it can tell apart. */
export interface BookManagerKind {
  /** As people know it: "Chaptarr", "Readarr". */
  product: string
  /** C7: what a manager without formats holds; null: it keeps a record for each format. */
  single_format: BookFormat | null
  /** The provider whose work numbers it writes without a prefix; null when it always writes one. */
  bare: 'gr' | null
}

/** What the manager's metadata knows of a book that was asked for. */
export interface FoundBook extends BookIds {
  title: string
  /** The edition to follow where the manager wants one named; empty when the record has none. */
  edition_id: string
  author: { foreign_author_id: string; name: string }
}

/** Where a new book goes, and how good it may be asked to be. */
export interface BookPlace {
  quality_profile_id: number
  metadata_profile_id: number
  root_folder: string
}

/** `format` null: a legacy entry that does not say which format it is for. */
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
  /** Of the formats that are set up for this author. */
  places: Partial<Record<BookFormat, BookPlace>>
}

export interface NewBook {
  foreign_book_id: string
  title: string
  format: BookFormat
  edition_id: string
  author: { foreign_author_id: string; name: string }
  place: BookPlace
}

/** `pending`: the author is being imported first; the number of the receipt, null when none was given. */
export type AddedBook = { record_id: number; foreign_book_id: string } | { pending: number | null }

/**
 * What a book manager has against a book that it was asked to take. `ambiguous`: it cannot tell which author or work
 * is meant; `several`: it knows the work, and has more than one book of it.
 */
export type BookObjection = 'configuration' | 'edition' | 'identity' | 'ambiguous' | 'several' | 'other'

/** The manager read what it was sent and said no; sending it again changes nothing. */
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

/** A receipt for an author import, as it concerns one format. */
export interface AuthorImport {
  state: ImportState
  /** The works that are followed in this format, by provider id; null when the manager does not say. */
  books: string[] | null
}

/** What the manager says of an author by provider id. */
export type AuthorStatus =
  /** An older manager, without the import API. */
  | { known: 'no_api' }
  | { known: 'ambiguous' }
  | { known: 'unusable_id' }
  | { known: 'there' }
  /** The newest receipt for this author, whatever became of it. */
  | { known: 'pending'; pending_id: number; state: ImportState }
  | { known: 'neither' }

/** How a book gets onto a book manager's shelf. Anything short of an answer throws UpstreamFault. */
export interface BookShelf {
  describe(connection: Connection, signal: AbortSignal): Promise<BookManagerKind>
  /** What the manager's metadata finds by a term; similar titles among it. */
  lookup(
    connection: Connection,
    wanted: { term: string; format: BookFormat; single: boolean },
    signal?: AbortSignal,
  ): Promise<FoundBook[]>
  options(connection: Connection, signal: AbortSignal): Promise<BookOptions>
  author(connection: Connection, record_id: number, signal: AbortSignal): Promise<ShelfAuthor>
  /** Throws BookRefused. A fault of kind `outcome_unknown` may have added it: look before another try. */
  add(connection: Connection, book: NewBook, kind: BookManagerKind, signal: AbortSignal): Promise<AddedBook>
  /** Doing it twice is doing it once. */
  monitor(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
  /** Begins a search; the manager joins it to an equal one that waits. */
  search(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
  /** Null: there is no such receipt, or no such API. */
  findImport(
    connection: Connection,
    pending_id: number,
    format: BookFormat,
    signal: AbortSignal,
  ): Promise<AuthorImport | null>
  authorStanding(
    connection: Connection,
    foreign_author_id: string,
    signal: AbortSignal,
  ): Promise<AuthorStatus>
}
