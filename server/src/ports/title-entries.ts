import type { Connection } from './instance-connection.ts'

/** A movie or series as a library manager has it. */
export interface TitleEntry {
  record_id: number
  title: string
  /** Where its files are on the manager's machine. */
  folder: string
  monitored: boolean
  /** Its page in the manager's own web client, relative to the manager's address. */
  page: string
}

/** The entries of one movie or TV manager. Throws UpstreamFault if there is no usable answer. */
export interface TitleEntries {
  /** By the TMDB id of a movie or the TVDB id of a series. Null: the manager answered and does not have it. */
  find(connection: Connection, id: number, signal: AbortSignal): Promise<TitleEntry | null>
  /**
   * Removes the entry; with `delete_files` its folder, too. Sent once: after a fault of kind `outcome_unknown` it may
   * be removed. `gone`: there is no such entry any more.
   */
  remove(
    connection: Connection,
    record_id: number,
    options: { delete_files: boolean },
  ): Promise<'removed' | 'gone'>
}
