import type { Connection } from './instance-connection.ts'

/** Whole days, both inclusive. */
export interface CalendarWindow {
  start: string
  end: string
}

/** Where to load a picture from: at its provider, or below the manager's own address. */
export interface PosterSource {
  remote_url?: string
  /** For example `MediaCover/Books/12/cover.jpg`. */
  manager_path?: string
}

/** One release on one day, as its library manager reports it. */
export interface CalendarEntry {
  /** Id of the manager's record; together with `kind` it identifies the entry. */
  record_id: number
  kind: 'in_cinemas' | 'digital' | 'physical' | 'episode' | 'album' | 'book'
  /** `2026-11-15`; the UTC day of `at` where that is known. */
  date: string
  at?: string
  runtime_minutes?: number
  title: string
  tmdb_id?: number
  tvdb_id?: number
  foreign_id?: string
  season_number?: number
  episode_number?: number
  episode_title?: string
  artist?: string
  author?: string
  poster: PosterSource | null
  monitored: boolean
  /** 1/3 without the queue, which a calendar does not include. */
  status: 'available' | 'partial' | 'requested' | 'unavailable'
  /** Used by content policies; books and albums have none. */
  certification: string | null
  genres: readonly string[]
}

/** The calendar of one kind of library manager. */
export interface ReleaseCalendar {
  /**
   * Everything in the library that is released within these days, monitored or not; empty when nothing is. Throws
   * UpstreamFault unless the answer is complete.
   */
  read(connection: Connection, window: CalendarWindow, signal?: AbortSignal): Promise<CalendarEntry[]>
}
