import type { Connection } from './instance-connection.ts'

/** What a search or a rescan is for, by the manager's own record ids. */
export type MovieTarget = { kind: 'movie'; movie_id: number }
export type SeriesTarget =
  | { kind: 'series'; series_id: number }
  | { kind: 'season'; series_id: number; season_number: number }
  | { kind: 'episodes'; episode_ids: readonly number[] }
export type BookTarget = { kind: 'author'; author_id: number } | { kind: 'book'; book_id: number }
export type MusicTarget = { kind: 'artist'; artist_id: number } | { kind: 'album'; album_id: number }

/** TV managers search releases of one season or one episode only (sonarr.md). */
export type SeriesReleaseTarget =
  | { kind: 'season'; series_id: number; season_number: number }
  | { kind: 'episode'; episode_id: number }

/** A command that the manager accepted; it runs in the background. */
export interface StartedCommand {
  name: string
  command_id: number
}

/** A release that the indexers offer. The GUID often contains an indexer's key: it must not leave the server. */
export interface FoundRelease {
  guid: string
  indexer_id: number
  indexer: string
  title: string
  quality: string
  size_bytes: number
  age_days: number
  protocol: string
  /** Null where the protocol has none. */
  seeders: number | null
  leechers: number | null
  custom_format_score: number
  custom_formats: string[]
  languages: string[]
  approved: boolean
  /** The manager's own reasons against it; it can still be grabbed. */
  rejections: string[]
  /** False: the manager cannot tell which title it belongs to, and does not grab it. */
  download_allowed: boolean
  /** The manager's own order; the best is lowest. */
  weight: number
}

/**
 * `not_cached`: the manager grabs only what it found in the last 30 minutes. `indexer_failed`: the indexer did not
 * hand the release over. `refused`: the manager does not accept it. Nothing was grabbed in these three cases.
 */
export type GrabAnswer = 'grabbed' | 'not_cached' | 'indexer_failed' | 'refused'

/** One row of a download queue. A season pack has one row per episode, all of the same download. */
export interface QueueItem {
  queue_id: number
  title: string
  /** Null while a delay profile holds the release back. */
  download_id: string | null
  /** The download is complete and waits for its import. */
  is_import_waiting: boolean
  /** The download client has a category for imported downloads, which `change_category` needs. */
  has_import_category: boolean
  /** How many rows this download has. */
  row_count: number
}

/** servarr-common.md, 5: the four flags of a removal. */
export interface QueueRemoval {
  remove_from_client: boolean
  blocklist: boolean
  skip_redownload: boolean
  change_category: boolean
}

/** `no_client`: its download client is not configured any more. Nothing was removed in the last two cases. */
export type RemovalAnswer = 'removed' | 'gone' | 'no_client'

/** A file of a finished download, as the manager would import it. */
export interface ImportableFile {
  /** Without its folders. */
  name: string
  size_bytes: number
  /** What it would be filed under: a movie, episodes, tracks, a book. Empty: the manager cannot tell. */
  parts: string[]
  /** Whether one part may have several files, as an audiobook has. */
  parts_are_shared: boolean
  rejections: string[]
  /** The manager's own description of the file, for `startImport` only. */
  file: Record<string, unknown>
}

/** A file in the library. */
export interface RemovableFile {
  file_id: number
  /** Without its folders. */
  name: string
  size_bytes: number
  /** Of a series: the episodes that it holds, often one. Empty elsewhere. */
  episode_ids: number[]
  /** The grab that it came from; null: it was not downloaded by the manager, or the history no longer knows. */
  grab: { history_id: number; release: string } | null
}

/** Deletions of files from the library's disk, and blocks of the releases that they came from. */
export interface FileRemovals {
  /** The files of a movie, a series, a book or an album. Empty: it has none. */
  removableFiles(connection: Connection, record_id: number, signal: AbortSignal): Promise<RemovableFile[]>
  /** All of them in one change. They belong to one record. */
  deleteFiles(connection: Connection, file_ids: readonly number[]): Promise<void>
  /**
   * Marks a grab as failed, so that its release is never grabbed again; the manager may search for another one
   * (servarr-common.md, 6). `gone`: the history has no such grab any more.
   */
  blockGrab(connection: Connection, history_id: number): Promise<'blocked' | 'gone'>
}

/**
 * Changes at one library manager. Every change is sent once. Throws UpstreamFault if there is no usable answer; of kind
 * `outcome_unknown` the change may have been made.
 */
export interface ManagerActions<Search, Release> extends FileRemovals {
  product: string
  startSearch(connection: Connection, target: Search): Promise<StartedCommand>
  /** Compares the files on disk with the library. The id is that of a movie, a series, an author or an artist. */
  startRescan(connection: Connection, record_id: number): Promise<StartedCommand>
  /** A live search of all indexers, which may take minutes. */
  releases(connection: Connection, target: Release, signal: AbortSignal): Promise<FoundRelease[]>
  grab(connection: Connection, release: { guid: string; indexer_id: number }): Promise<GrabAnswer>
  /** Null: the queue was read and has no such row. */
  queueItem(connection: Connection, queue_id: number, signal: AbortSignal): Promise<QueueItem | null>
  removeQueueItem(connection: Connection, queue_id: number, removal: QueueRemoval): Promise<RemovalAnswer>
  /** Empty: the download has no files that could be imported. */
  importableFiles(connection: Connection, download_id: string, signal: AbortSignal): Promise<ImportableFile[]>
  startImport(connection: Connection, files: readonly ImportableFile[]): Promise<StartedCommand>
  /** Whether a search or rescan was accepted since then. Managers list what ended in the last few minutes only. */
  hasStarted(
    connection: Connection,
    work: { search: Search } | { rescan: number },
    since: string,
    signal: AbortSignal,
  ): Promise<boolean>
}

/** The same for managers whose records are named by their own ids only. Null: there is no such record. */
export interface RecordNames<Target> {
  nameOf(connection: Connection, target: Target, signal: AbortSignal): Promise<string | null>
}

export type MovieActions = ManagerActions<MovieTarget, MovieTarget>
export type SeriesActions = ManagerActions<SeriesTarget, SeriesReleaseTarget>
export type BookActions = ManagerActions<BookTarget, BookTarget> & RecordNames<BookTarget>
export type MusicActions = ManagerActions<MusicTarget, MusicTarget> & RecordNames<MusicTarget>
