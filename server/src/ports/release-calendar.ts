import type { Connection } from './instance-connection.ts'

/** Whole days, both included. */
export interface CalendarWindow {
  start: string
  end: string
}

/** Where a picture may be had: at its provider, or below the manager's own address. */
export interface PosterSource {
  remote_url?: string
  /** `MediaCover/Books/12/cover.jpg`. */
  manager_path?: string
}

/** One thing that comes out on one day, as its library manager tells it. */
export interface CalendarEntry {
  /** Of the manager's record; together with `kind` the same entry keeps it. */
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
  /** 1/3 without the queue, of which a calendar knows nothing. */
  status: 'available' | 'partial' | 'requested' | 'unavailable'
  /** What limits are judged by; books and albums carry none. */
  certification: string | null
  genres: readonly string[]
}

/** The calendar of one kind of library manager. */
export interface ReleaseCalendar {
  /**
   * Everything in the library that comes out within these days, monitored or not; empty when nothing does.
   * Anything short of a whole answer throws UpstreamFault.
   */
  read(connection: Connection, window: CalendarWindow, signal?: AbortSignal): Promise<CalendarEntry[]>
}
