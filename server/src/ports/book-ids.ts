/**
 * The ids in a book manager's record, separated by their meaning. A provider numbers works and editions
 * separately, and those numbers collide (chaptarr.md, 1); so do the numbers of different providers.
 */
export interface BookIds {
  /** The manager's own id, verbatim; empty when the record has none. */
  foreign_book_id: string
  /** Prefixed with the provider: `hc:4401`, `gr:77002`, `ol:OL1W`. */
  works: readonly string[]
  /** Prefixed likewise: `hc:99001`, `gr:5`. Short records contain only the main edition. */
  editions: readonly string[]
  /** As printed: ten or thirteen digits, with or without hyphens, valid or not. */
  isbns: readonly string[]
  asins: readonly string[]
}
