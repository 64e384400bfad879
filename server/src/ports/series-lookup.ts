import type { Connection } from './instance-connection.ts'

export interface SeriesSeason {
  season_number: number
  monitored: boolean
  /** Every known episode, aired or not; 0 while the library does not have the series. */
  episode_count: number
  episode_file_count: number
}

/** A series as a TV manager reports it, whether or not its library has it. */
export interface FoundSeries {
  tvdb_id: number
  title: string
  /** Absent: the first year is unknown. */
  year?: number
  overview?: string
  poster?: string
  status?: string
  /** In ascending order; specials are season 0. */
  seasons: readonly SeriesSeason[]
  /** Present when the library has it. */
  series_id?: number
}

/**
 * The TV manager's own search, over its library and its metadata. Throws UpstreamFault if there is no usable
 * answer.
 */
export interface SeriesLookup {
  /** By exact TVDB id. Null: neither the library nor the manager's metadata has such a series. */
  find(connection: Connection, tvdb_id: number, signal?: AbortSignal): Promise<FoundSeries | null>
  /** By search terms; the season counts of these results are not filled in. */
  search(connection: Connection, term: string, signal?: AbortSignal): Promise<FoundSeries[]>
}
