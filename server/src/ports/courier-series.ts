import type { Shelf } from './courier-shelf.ts'
import type { Connection } from './instance-connection.ts'

export interface ShelfSeries {
  record_id: number
  monitored: boolean
  /** Specials are season 0. */
  seasons: { season_number: number; monitored: boolean }[]
  /** The manager still works on an add: episodes and flags are not what they will be. */
  is_settling: boolean
}

export interface ShelfEpisode {
  record_id: number
  season_number: number
  episode_number: number
  has_file: boolean
  monitored: boolean
  /** Null: nobody knows when, so it has not aired. */
  airs_at: string | null
}

export interface FoundSeries {
  tvdb_id: number
  title: string
  series_type: string
  seasons: number[]
}

export interface NewSeries extends FoundSeries {
  quality_profile_id: number
  root_folder: string
  /** None of them: it is added unmonitored and nothing is searched for. */
  wanted_seasons: readonly number[]
}

/** How seasons get onto a TV manager's shelf. Anything short of an answer throws UpstreamFault. */
export interface SeriesShelf extends Shelf {
  /** Null: the library answered and has no such series. */
  find(connection: Connection, tvdb_id: number, signal: AbortSignal): Promise<ShelfSeries | null>
  /** Empty right after an add, while the manager still looks the episodes up. */
  episodes(connection: Connection, record_id: number, signal: AbortSignal): Promise<ShelfEpisode[]>
  /** Null: the manager's metadata knows no series of that exact id. */
  lookup(connection: Connection, tvdb_id: number, signal: AbortSignal): Promise<FoundSeries | null>
  /** Throws AddRefused. A fault of kind `outcome_unknown` may have added it: look before another try. */
  add(connection: Connection, series: NewSeries, signal: AbortSignal): Promise<{ record_id: number }>
  /** Switches the series and these seasons on; switches nothing off. Doing it twice is doing it once. */
  monitorSeasons(
    connection: Connection,
    record_id: number,
    seasons: readonly number[],
    signal: AbortSignal,
  ): Promise<void>
  monitorEpisodes(connection: Connection, ids: readonly number[], signal: AbortSignal): Promise<void>
  searchSeason(connection: Connection, record_id: number, season: number, signal: AbortSignal): Promise<void>
  searchEpisodes(connection: Connection, ids: readonly number[], signal: AbortSignal): Promise<void>
  /** Asks the manager to read its metadata again; answers at once. */
  refresh(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
}
