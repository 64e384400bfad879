import type { QueuedDownload } from './download-queue.ts'
import type { Connection } from './instance-connection.ts'

/** What the series record itself tells of a season; how many aired is known from the episodes only. */
export interface SeasonRecord {
  season_number: number
  monitored: boolean
  file_count: number
  /** Monitored and aired, or with a file: not the same as aired (sonarr.md, "Statistics"). */
  wanted_count: number
  /** Every known episode, aired or not. */
  total_count: number
  /** The day on which its next wanted episode airs; absent when nobody knows. */
  next_airing?: string
}

export interface LibrarySeries {
  series_id: number
  tvdb_id: number
  /** Informational; the manager often does not know it. */
  tmdb_id?: number
  monitored: boolean
  /** Nothing more will air. */
  ended: boolean
  /** Specials included, as season 0. */
  seasons: SeasonRecord[]
}

export interface LibraryEpisode {
  season_number: number
  has_file: boolean
  /** Absent: nobody knows when, so it has not aired. */
  airs_at?: string
}

/** One row per episode; the episodes of a pack share the download. */
export interface QueuedEpisode {
  series_id: number
  season_number: number
  tvdb_id?: number
  tmdb_id?: number
  download: QueuedDownload
}

/** The shelf and the queue of one TV manager. Anything short of a whole answer throws UpstreamFault. */
export interface SeriesLibrary {
  /** Every series; empty when there is none. */
  list(connection: Connection, signal?: AbortSignal): Promise<LibrarySeries[]>
  /** Null: the library answered and has no such series. */
  find(connection: Connection, tvdb_id: number, signal?: AbortSignal): Promise<LibrarySeries | null>
  /** Specials included. Empty right after an add, while the manager still looks the episodes up. */
  episodes(connection: Connection, series_id: number, signal?: AbortSignal): Promise<LibraryEpisode[]>
  /** Everything that is under way. */
  queue(connection: Connection, signal?: AbortSignal): Promise<QueuedEpisode[]>
}
