/**
 * What a book manager's record says of which book it is, told apart by what each number means. Providers keep works
 * and editions in number spaces of their own, which collide (chaptarr.md, 1); so do providers among each other.
 */
export interface BookIds {
  /** The manager's own, verbatim; empty when the record has none. */
  foreign_book_id: string
  /** With the provider before the colon: `hc:4401`, `gr:77002`, `ol:OL1W`. */
  works: readonly string[]
  /** Likewise: `hc:99001`, `gr:5`. Lean records name the leading edition only. */
  editions: readonly string[]
  /** As printed: ten or thirteen digits, with or without hyphens, right or wrong. */
  isbns: readonly string[]
  asins: readonly string[]
}
