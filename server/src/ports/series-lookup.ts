import type { Connection } from './instance-connection.ts'

export interface SeriesSeason {
  season_number: number
  monitored: boolean
  /** Every known episode, aired or not; 0 while the library does not have the series. */
  episode_count: number
  episode_file_count: number
}

/** A series as a TV manager tells of it, whether or not its library has it. */
export interface FoundSeries {
  tvdb_id: number
  title: string
  /** Absent: nobody knows when it began. */
  year?: number
  overview?: string
  poster?: string
  status?: string
  /** Specials are season 0. In ascending order. */
  seasons: readonly SeriesSeason[]
  /** Present when the library has it. */
  series_id?: number
}

/** The TV manager's own search, over its library and its metadata. Anything short of an answer throws UpstreamFault. */
export interface SeriesLookup {
  /** By exact TVDB id. Null: neither the library nor the manager's metadata has such a series. */
  find(connection: Connection, tvdb_id: number, signal?: AbortSignal): Promise<FoundSeries | null>
  /** By the manager's own search words; season counts of these are not filled in. */
  search(connection: Connection, term: string, signal?: AbortSignal): Promise<FoundSeries[]>
}
