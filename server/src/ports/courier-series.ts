import type { Shelf } from './courier-shelf.ts'
import type { Connection } from './instance-connection.ts'

export interface ShelfSeries {
  record_id: number
  monitored: boolean
  /** Specials are season 0. */
  seasons: { season_number: number; monitored: boolean }[]
  /** The manager is still processing an add: episodes and flags are not final. */
  is_settling: boolean
}

export interface ShelfEpisode {
  record_id: number
  season_number: number
  episode_number: number
  has_file: boolean
  monitored: boolean
  /** Null: the date is unknown, so the episode counts as not aired. */
  airs_at: string | null
}

export interface FoundSeries {
  tvdb_id: number
  title: string
  series_type: string
  seasons: number[]
  genres: readonly string[]
  /** The name of the language; empty: unknown. */
  original_language: string
}

export interface NewSeries extends Omit<FoundSeries, 'genres' | 'original_language'> {
  quality_profile_id: number
  root_folder: string
  season_folders: boolean
  tags: readonly number[]
  search: boolean
  /** When empty, the series is added unmonitored and nothing is searched for. */
  wanted_seasons: readonly number[]
}

/** Adds seasons to a TV manager. Throws UpstreamFault if there is no usable answer. */
export interface SeriesShelf extends Shelf {
  /** Null: the library answered and has no such series. */
  find(connection: Connection, tvdb_id: number, signal: AbortSignal): Promise<ShelfSeries | null>
  /** Empty right after an add, while the manager still loads the episodes. */
  episodes(connection: Connection, record_id: number, signal: AbortSignal): Promise<ShelfEpisode[]>
  /** Null: the manager's metadata has no series with that exact id. */
  lookup(connection: Connection, tvdb_id: number, signal: AbortSignal): Promise<FoundSeries | null>
  /**
   * Throws AddRefused. After a fault of kind `outcome_unknown` the series may have been added: look it up before
   * another attempt.
   */
  add(connection: Connection, series: NewSeries, signal: AbortSignal): Promise<{ record_id: number }>
  /** Turns monitoring on for the series and these seasons; never turns anything off. Idempotent. */
  monitorSeasons(
    connection: Connection,
    record_id: number,
    seasons: readonly number[],
    signal: AbortSignal,
  ): Promise<void>
  monitorEpisodes(connection: Connection, ids: readonly number[], signal: AbortSignal): Promise<void>
  searchSeason(connection: Connection, record_id: number, season: number, signal: AbortSignal): Promise<void>
  searchEpisodes(connection: Connection, ids: readonly number[], signal: AbortSignal): Promise<void>
  /** Starts a metadata refresh; returns without waiting for it. */
  refresh(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
}
