import type { ScreenKind } from './screen-catalog.ts'

/** A title as the metadata provider numbers it. */
export interface ScreenTitle {
  kind: ScreenKind
  tmdb_id: number
}

/** One rating as it was given, for whatever release. */
export interface RatingRow {
  /** `US`, `DE`. */
  region: string
  /** As the provider has it; often empty. */
  certification: string
  /** Shows are rated as a whole, which is `theatrical` here: nothing comes before it. */
  release: 'theatrical' | 'limited' | 'other'
}

/** By region, the codes that count there. A region that is missing has no rating. */
export type RatingsByRegion = Readonly<Record<string, readonly string[]>>

export interface TitleRecord {
  adult: boolean
  /** Null: the provider does not say. */
  genre_ids: readonly number[] | null
  ratings: readonly RatingRow[]
}

export interface RatingLookup {
  /**
   * Every region's ratings of a title. Null: the provider answered and knows no such title. Anything short
   * of an answer throws UpstreamFault, a missing key included.
   */
  readRatings(title: ScreenTitle, signal?: AbortSignal): Promise<readonly RatingRow[] | null>
  /** The same with the provider's own genres and adult flag, for titles that somebody else listed (C21). */
  readRecord(title: ScreenTitle, signal?: AbortSignal): Promise<TitleRecord | null>
  /** Whether a person works in adult films; null: the provider knows nobody of that id. */
  readPerson(id: number, signal?: AbortSignal): Promise<{ adult: boolean } | null>
}
