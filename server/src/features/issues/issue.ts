import type {
  ClosedIssueStatus,
  IssueAuthor,
  OpenIssueStatus,
  ResolutionKind,
} from '@foyer/contract/issues/issue'
import type { MediaType, LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#db/database.ts'
import type { IssuesTable } from './issues-tables.ts'

/** A row of `issues`, with the reporter's name; null when nobody reported it or the account is gone. */
export interface IssueRecord extends Selectable<IssuesTable> {
  reporter_name: string | null
}

/** A problem as it is seen in a library now. */
export interface Sighting {
  instance: { id: string; name: string; service_type: LibraryManagerType }
  media_type: MediaType
  problem_kind: ProblemKind
  download_id: string | null
  /** The title as the library names it; ids of the metadata provider where they are known. */
  title: string
  tmdb_id?: number | undefined
  tvdb_id?: number | undefined
  foreign_id?: string | undefined
  book_format?: 'ebook' | 'audiobook' | undefined
  season_number?: number | undefined
  episode_number?: number | undefined
  /** What the library says about it, in words. */
  detail: string
}

/** A setting of a library that keeps causing the same problem. */
export interface Prevention extends Pick<Sighting, 'instance' | 'media_type' | 'problem_kind'> {
  /** In words: it is about no title. */
  title: string
  /** What to check, and where. */
  detail: string
  /** How many titles had the problem. */
  titles: number
}

export interface Closing {
  status: ClosedIssueStatus
  resolution: string
  resolution_kind: ResolutionKind
  /** The person who closed it; absent: Foyer or its agent did. */
  by?: number | undefined
}

export interface NewMessage {
  author_kind: IssueAuthor
  author_id?: number | undefined
  body: string
  /** Not shown to the reporter; such a message may name instances and files. */
  is_internal: boolean
}

export interface SystemIssue {
  key: string
  title: string
  resolution_kind: ResolutionKind
  resolution: string
  /** Once an admin ended it, it is opened again only after its cause was gone in between. */
  stays_ended?: boolean
}

/**
 * What other slices do with issues. Every change happens in the caller's transaction under the lock `issues`, together
 * with its events, alerts and hooks. A change that no longer fits answers null and changes nothing.
 */
export interface Issues {
  find(db: Db, id: number): Promise<IssueRecord | null>
  /** One statement for many of them; ids without an issue are left out. */
  findMany(db: Db, ids: readonly number[]): Promise<IssueRecord[]>
  /** In these statuses, oldest first; of one library where it is named. */
  inStatus(db: Db, statuses: readonly OpenIssueStatus[], instance_id?: string): Promise<IssueRecord[]>
  /** The detected problems of these kinds that became open and were seen since then, oldest first. */
  openedProblems(
    db: Db,
    of: { instance_id: string; kinds: readonly ProblemKind[]; since: string },
  ): Promise<IssueRecord[]>
  /** The prevention issues of a library, closed ones too, oldest first. */
  preventions(db: Db, instance_id: string): Promise<IssueRecord[]>
  /** Opens the prevention issue of a library and kind for admins, or refreshes the one that is open. */
  prevent(tx: Tx, prevention: Prevention): Promise<IssueRecord>
  /** Runs under the lock that every change of an issue takes. */
  lock<R>(run: (tx: Tx) => Promise<R>): Promise<R>
  /**
   * A problem was seen: the open issue of it is refreshed, or a new one is observed, silently and read (2/4.9).
   * `occurrences` counts each download once. What an admin dismissed or leaves as it is stays closed for the same
   * download, and is answered as it is.
   */
  sight(tx: Tx, sighting: Sighting): Promise<IssueRecord>
  /** Notes since when the library no longer shows it; null: it shows it again. Nobody is notified. */
  noteClear(tx: Tx, id: number, clear_since: string | null): Promise<void>
  /**
   * Moves an issue on from one of `from`. Becoming `open` runs the hook `issueOpened`; becoming `needs_admin` alerts
   * admins. Answers the issue as it is after the hook.
   */
  move(
    tx: Tx,
    id: number,
    change: { from: readonly OpenIssueStatus[]; to: OpenIssueStatus },
  ): Promise<IssueRecord | null>
  /**
   * Closes an issue that is open, writes the resolution into its thread and runs `issueClosed`. The reporter reads a
   * sentence of Foyer's own by `resolution_kind`; only an admin's note is shown as it is.
   */
  close(tx: Tx, id: number, closing: Closing): Promise<IssueRecord | null>
  /** Writes into the thread. The reporter is notified unless it is internal. */
  say(tx: Tx, id: number, message: NewMessage): Promise<void>
  /** The agent asks the reporter: the message, `awaiting_user`, `issue_question`. Null: there is no reporter to ask. */
  ask(tx: Tx, id: number, question: string): Promise<IssueRecord | null>
  /** One issue of the server itself, open while `detail` is given (2:4.7.3). */
  setSystemIssue(tx: Tx, issue: SystemIssue, detail: string | null): Promise<void>
  /** Whether `setSystemIssue` would change nothing. */
  isSystemIssueCurrent(db: Db, issue: SystemIssue, detail: string | null): Promise<boolean>
}
