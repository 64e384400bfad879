import type { Connection } from './instance-connection.ts'

/** A title as a library manager has it. */
export interface TitleEntry {
  record_id: number
  title: string
  /** Where its files are on the manager's machine. Empty: it has no folder of its own, as books and albums. */
  folder: string
  monitored: boolean
  /** Its page in the manager's own web client, relative to the manager's address. */
  page: string
}

/** Removals from one manager. Throw UpstreamFault if there is no usable answer. */
export interface EntryRemovals {
  /**
   * Removes the entry; with `delete_files` its files, and its folder where it has one. Sent once: after a fault of kind
   * `outcome_unknown` it may be removed. `gone`: there is no such entry any more.
   */
  remove(
    connection: Connection,
    record_id: number,
    options: { delete_files: boolean },
  ): Promise<'removed' | 'gone'>
}

/** The entries of one movie or TV manager. Throws UpstreamFault if there is no usable answer. */
export interface TitleEntries extends EntryRemovals {
  /** By the TMDB id of a movie or the TVDB id of a series. Null: the manager answered and does not have it. */
  find(connection: Connection, id: number, signal: AbortSignal): Promise<TitleEntry | null>
}

/** The entries of one book or music manager, by the records that a title has there. Throws like `TitleEntries`. */
export interface WorkEntries extends EntryRemovals {
  /** Null: the manager answered and has no such record. */
  read(connection: Connection, record_id: number, signal: AbortSignal): Promise<TitleEntry | null>
}
