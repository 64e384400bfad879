import type { Fixed, Time } from '#db/column-types.ts'

/** An import that was announced, by webhook or from the history, so that it is not announced again (C60). */
export interface LibraryArrivalsTable {
  instance_id: Fixed<string>
  /** The title; for a series together with the episode. */
  title_key: Fixed<string>
  /** The download it came from; empty if the manager did not report one. */
  download_id: Fixed<string>
  source: Fixed<'webhook' | 'history'>
  arrived_at: Fixed<Time>
}

/** The time from which a manager's history is read for arrivals, by that manager's clock. */
export interface ArrivalCursorsTable {
  instance_id: Fixed<string>
  since: Time
}

export interface LibraryNewsTables {
  library_arrivals: LibraryArrivalsTable
  arrival_cursors: ArrivalCursorsTable
}
