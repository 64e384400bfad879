import type { Connection } from './instance-connection.ts'

export type ImportedTitle =
  | { media_type: 'movie'; tmdb_id: number; title: string }
  | {
      media_type: 'tv'
      title: string
      tvdb_id?: number
      tmdb_id?: number
      season_number: number
      episode_number: number
    }
  | { media_type: 'music'; foreign_id: string; title: string }
  | { media_type: 'book'; record_id: number; foreign_id?: string; title: string; quality: string | null }

/** An import from the history of a library manager. */
export interface ImportedFile {
  history_id: number
  /** ISO-8601, by the manager's clock. */
  at: string
  /** Null: the import did not come from a download that the manager tracked. */
  download_id: string | null
  /** It replaced an existing file. */
  is_upgrade: boolean
  title: ImportedTitle
}

/** Imports into a library, whether or not a webhook reported them (C60). */
export interface ImportHistory {
  /** From that moment on (inclusive), oldest first. Titles that no longer exist are left out. */
  since(connection: Connection, at: string, signal?: AbortSignal): Promise<ImportedFile[]>
}
