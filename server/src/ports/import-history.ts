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

/** Something that a library manager took in, as its own history says. */
export interface ImportedFile {
  history_id: number
  /** ISO-8601, by the clock of the manager. */
  at: string
  /** Null: it came by no download that the manager followed. */
  download_id: string | null
  /** It took the place of a file that was there. */
  is_upgrade: boolean
  title: ImportedTitle
}

/** What came into a library, whether or not a webhook reported it (C60). */
export interface ImportHistory {
  /** From that moment on, which is included; the oldest first. Titles that are gone again are left out. */
  since(connection: Connection, at: string, signal?: AbortSignal): Promise<ImportedFile[]>
}
