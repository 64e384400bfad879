import type { QueuedDownload } from './download-queue.ts'
import type { Connection } from './instance-connection.ts'

/** A season as the series record reports it; the number of aired episodes is known only from the episodes. */
export interface SeasonRecord {
  season_number: number
  monitored: boolean
  file_count: number
  /** Monitored and aired, or with a file: not the same as aired (sonarr.md, "Statistics"). */
  wanted_count: number
  /** Every known episode, aired or not. */
  total_count: number
  /** The day on which its next monitored episode airs; absent when unknown. */
  next_airing?: string
}

export interface LibrarySeries {
  series_id: number
  tvdb_id: number
  /** Informational; the manager often has none. */
  tmdb_id?: number
  monitored: boolean
  /** No more episodes will air. */
  ended: boolean
  /** Specials included, as season 0. */
  seasons: SeasonRecord[]
}

export interface LibraryEpisode {
  season_number: number
  has_file: boolean
  /** Absent: the date is unknown, so the episode counts as not aired. */
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

/** The library and the queue of one TV manager. Throws UpstreamFault unless the answer is complete. */
export interface SeriesLibrary {
  /** Every series; empty when there is none. */
  list(connection: Connection, signal?: AbortSignal): Promise<LibrarySeries[]>
  /** Null: the library answered and has no such series. */
  find(connection: Connection, tvdb_id: number, signal?: AbortSignal): Promise<LibrarySeries | null>
  /** Specials included. Empty right after an add, while the manager still loads the episodes. */
  episodes(connection: Connection, series_id: number, signal?: AbortSignal): Promise<LibraryEpisode[]>
  /** Every download in progress. */
  queue(connection: Connection, signal?: AbortSignal): Promise<QueuedEpisode[]>
}
