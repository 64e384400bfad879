import type { Connection } from './instance-connection.ts'

/**
 * The title that a row of a library manager is about. Ids are the library's own records, except `tmdb_id`, `tvdb_id`
 * and `foreign_id`. Season and episode numbers are the library's.
 */
export interface ManagedTitle {
  /** The movie, series, book or album. */
  title: string
  year?: number
  tmdb_id?: number
  tvdb_id?: number
  foreign_id?: string
  season_number?: number
  episode_number?: number
  episode_title?: string
  author?: string
  author_id?: number
  book_id?: number
  format?: 'ebook' | 'audiobook'
  artist?: string
  artist_id?: number
  album_id?: number
}

/** One row of a download queue. A pack has one row per episode; its rows share `download_id` and size. */
export interface QueueEntry {
  /** Identifies the row while the download exists, within its manager only. */
  queue_id: number
  /** Null while a delay profile holds the release back. */
  download_id: string | null
  /** Null: the manager does not know which title it is. */
  title: ManagedTitle | null
  release: string
  /** As the manager reports it: `downloading`, `completed`, `delay`, `downloadClientUnavailable` … */
  status: string
  /** How far the manager is with it: `downloading`, `importPending`, `importBlocked` …; null when it does not track it. */
  state: string | null
  condition: 'ok' | 'warning' | 'error'
  /** Verbatim, without the names of the files they are about. */
  messages: string[]
  /** What the download client reports. */
  error: string | null
  quality: string | null
  protocol: string | null
  download_client: string | null
  indexer: string | null
  /** 0 while unknown. */
  size_bytes: number
  left_bytes: number
  /** Null: unknown, or it does not move. */
  seconds_left: number | null
  /** Null: the manager does not report it. */
  added_at: string | null
  /** When it should be complete; for a delayed release, when it may begin. */
  completes_at: string | null
  /** When the episode airs, where the manager knows. */
  airs_at?: string
}

export interface QueueSnapshot {
  entries: QueueEntry[]
  /** More than `entries` when the queue is longer than what is read at once. */
  total: number
}

export const HISTORY_KINDS = [
  'grabbed',
  'imported',
  'import_incomplete',
  'download_failed',
  'file_deleted',
  'file_renamed',
  'ignored',
  'file_changed',
  'other',
] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

export interface HistoryEvent {
  at: string
  kind: HistoryKind
  title: ManagedTitle | null
  release: string
  quality: string | null
  download_id: string | null
  /** Null where the manager does not report it. */
  indexer: string | null
  download_client: string | null
  /** Why a file was deleted or a download failed. */
  reason: string | null
}

/** One title of a library, or one of its parts. */
export interface LibraryEntry extends ManagedTitle {
  monitored: boolean
  /** Files on the disk, and files there should be: monitored and released, or already there. */
  file_count: number
  wanted_count: number
  /** Absent: the manager does not report it. */
  size_bytes?: number
  /** When an episode airs. */
  airs_at?: string
}

export interface FileFacts {
  file_id: number
  /** Below the library's folder; never absolute. */
  path: string
  season_number?: number
  episode_numbers?: number[]
  size_bytes: number
  added_at: string | null
  quality: string | null
  formats: string[]
  format_score: number | null
  languages: string[]
  release_group: string | null
  /** A better release is still wanted. */
  below_cutoff: boolean
  video: {
    codec?: string
    resolution?: string
    bit_depth?: number
    dynamic_range?: string
    runtime?: string
  } | null
  audio: {
    codec?: string
    channels?: number
    languages?: string
    bit_rate?: string
    sample_rate?: string
  } | null
  subtitles: string | null
}

export interface HealthIssue {
  level: string
  source: string
  message: string
}

export interface DiskSpace {
  path: string
  label: string
  free_bytes: number
  total_bytes: number
}

export const SETTINGS_SECTIONS = [
  'indexers',
  'delay_profiles',
  'release_profiles',
  'download_clients',
  'remote_path_mappings',
] as const
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** A file that could be imported by hand. */
export interface ImportCandidate {
  /** The file name, never its folder. */
  name: string
  size_bytes: number
  /** Null: the manager does not know which title it is. */
  title: ManagedTitle | null
  /** More than one when the file holds several episodes. */
  episode_numbers?: number[]
  quality: string | null
  languages: string[]
  release_group: string | null
  /** Why the manager does not import it automatically; empty: it would. */
  rejections: { reason: string; permanent: boolean }[]
}

/** Which titles of a library are read; everything when empty. */
export interface TitleScope {
  author_id?: number | undefined
  book_id?: number | undefined
  artist_id?: number | undefined
  album_id?: number | undefined
}

/** A movie, a season of a series, a book or an album, by its record. */
export interface RecordScope {
  record_id: number
  season_number?: number | undefined
}

/** What admins read from a library manager. Everything throws UpstreamFault unless the answer is complete. */
export interface ManagerReads {
  queue(connection: Connection, signal?: AbortSignal): Promise<QueueSnapshot>
  /** Newest first: of the whole library, or of one title. */
  history(
    connection: Connection,
    query: { limit: number; of?: RecordScope | undefined },
    signal?: AbortSignal,
  ): Promise<HistoryEvent[]>
  /** Passes on one title after the other. If this throws, those passed so far are incomplete. */
  eachTitle(
    connection: Connection,
    scope: TitleScope,
    take: (title: LibraryEntry) => void,
    signal?: AbortSignal,
  ): Promise<void>
  /** A movie, book or album, or the episodes of a season. Null: the library answered and has no such record. */
  title(connection: Connection, scope: RecordScope, signal?: AbortSignal): Promise<LibraryEntry[] | null>
  files(connection: Connection, scope: RecordScope, signal?: AbortSignal): Promise<FileFacts[]>
  health(connection: Connection, signal?: AbortSignal): Promise<HealthIssue[]>
  disks(connection: Connection, signal?: AbortSignal): Promise<DiskSpace[]>
  /** One row per entry, without secrets. */
  settings(
    connection: Connection,
    section: SettingsSection,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>[]>
  /** The files of a finished download. */
  importCandidates(
    connection: Connection,
    download_id: string,
    signal?: AbortSignal,
  ): Promise<ImportCandidate[]>
}
