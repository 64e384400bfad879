import type { PartKind } from '../watchlist-tables.ts'

/** A season of a show, or a title of somebody who is followed. */
export interface ItemPart {
  part_kind: PartKind
  /** For a season its number. */
  part_id: string
  title: string
  /** A day; null: not known, or known only by year or month. */
  released_on: string | null
}

/** What a provider or library says about a watched item. */
export interface ItemFacts {
  title: string
  detail: string | null
  poster_path: string | null
  released_on: string | null
  adult: boolean
  parts: readonly ItemPart[]
  /** A search found these parts, so that one which it did not find before is not new. */
  parts_incomplete?: true
}
