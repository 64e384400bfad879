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

/** A movie to be added, wanted and searched for. */
export interface NewMovie extends FoundMovie {
  quality_profile_id: number
  root_folder: string
}

/** How a movie gets onto a movie manager's shelf. Anything short of an answer throws UpstreamFault. */
export interface MovieShelf extends Shelf {
  /** Null: the library answered and has no such movie. */
  find(connection: Connection, tmdb_id: number, signal: AbortSignal): Promise<ShelfMovie | null>
  /** Null: the manager's metadata knows no movie of that exact id. */
  lookup(connection: Connection, tmdb_id: number, signal: AbortSignal): Promise<FoundMovie | null>
  /** Throws AddRefused. A fault of kind `outcome_unknown` may have added it: look before another try. */
  add(connection: Connection, movie: NewMovie, signal: AbortSignal): Promise<{ record_id: number }>
  /** Doing it twice is doing it once. */
  monitor(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
  /** Begins a search; the manager joins it to an equal one that waits. */
  search(connection: Connection, record_id: number, signal: AbortSignal): Promise<void>
}
