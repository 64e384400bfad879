import type { Shelf } from './courier-shelf.ts'
import type { Connection } from './instance-connection.ts'

export interface ShelfMovie {
  record_id: number
  title: string
  has_file: boolean
  monitored: boolean
}

export interface FoundMovie {
  tmdb_id: number
  title: string
  year: number
}

/** A movie to add and monitor. */
export interface NewMovie extends FoundMovie {
  quality_profile_id: number
  root_folder: string
  /** From when the manager looks for it. */
  minimum_availability: 'announced' | 'in_cinemas' | 'released'
  tags: readonly number[]
  search: boolean
}

/** Adds movies to a movie manager. Throws UpstreamFault if there is no usable answer. */
export interface MovieShelf extends Shelf {
  /** Null: the library answered and has no such movie. */
  find(connection: Connection, tmdb_id: number, signal: AbortSignal): Promise<ShelfMovie | null>
  /** Null: the manager's metadata has no movie with that exact id. */
  lookup(connection: Connection, tmdb_id: number, signal: AbortSignal): Promise<FoundMovie | null>
  /**
   * Throws AddRefused. After a fault of kind `outcome_unknown` the movie may have been added: look it up before
   * another attempt.
   */
  add(connection: Connection, movie: NewMovie, signal: AbortSignal): Promise<{ record_id: number }>
  /** Idempotent. */
  monitor(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
  /** Starts a search; the manager merges it with an equal one that is queued. */
  search(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
}
