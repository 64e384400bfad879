import type { ScreenKind } from './screen-catalog.ts'

/** A title by its id at the metadata provider. */
export interface ScreenTitle {
  kind: ScreenKind
  tmdb_id: number
}

/** One rating, of any release. */
export interface RatingRow {
  /** For example `US` or `DE`. */
  region: string
  /** Verbatim; often empty. */
  certification: string
  /** Shows are rated as a whole; they use `theatrical`, which takes precedence. */
  release: 'theatrical' | 'limited' | 'other'
}

/** The relevant rating codes by region. A missing region has no rating. */
export type RatingsByRegion = Readonly<Record<string, readonly string[]>>

export interface TitleRecord {
  adult: boolean
  /** Null: the provider does not report them. */
  genre_ids: readonly number[] | null
  ratings: readonly RatingRow[]
}

export interface RatingLookup {
  /**
   * Every region's ratings of a title. Null: the provider answered and has no such title. Throws UpstreamFault if
   * there is no usable answer, or no key.
   */
  readRatings(title: ScreenTitle, signal?: AbortSignal): Promise<readonly RatingRow[] | null>
  /** The same with the provider's own genres and adult flag, for titles that came from another provider (C21). */
  readRecord(title: ScreenTitle, signal?: AbortSignal): Promise<TitleRecord | null>
  /** Whether a person works in adult films; null: the provider has no person with that id. */
  readPerson(id: number, signal?: AbortSignal): Promise<{ adult: boolean } | null>
}
