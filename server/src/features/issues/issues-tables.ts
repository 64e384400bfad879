import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type {
  IssueAuthor,
  IssueCategory,
  IssueMediaType,
  IssueSource,
  IssueStatus,
  ResolutionKind,
} from '@foyer/contract/issues/issue'
import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import type { Generated } from 'kysely'
import type { Fixed, Flag, Time } from '#db/column-types.ts'

/** A problem: reported by somebody, detected in a library, or Foyer's own (2:4.9). */
export interface IssuesTable {
  id: Generated<number>
  source: Fixed<IssueSource>
  status: IssueStatus
  category: IssueCategory | null
  reporter_id: number | null
  media_type: Fixed<IssueMediaType>
  tmdb_id: number | null
  tvdb_id: number | null
  foreign_id: string | null
  book_format: 'ebook' | 'audiobook' | null
  title: string
  /** As the metadata provider numbers them. */
  season_number: number | null
  episode_number: number | null
  instance_id: string | null
  instance_name: string | null
  service_type: LibraryManagerType | null
  problem_kind: ProblemKind | null
  /** Of the download that shows the problem. */
  download_id: string | null
  /** The downloads that `occurrences` counts, as a JSON list. */
  counted_downloads: Generated<string>
  /** For admins: what was reported or seen, in words. */
  detail: string
  is_prevention: Fixed<Flag>
  occurrences: number
  admin_read: Flag
  reporter_read: Flag
  resolution: string
  resolution_kind: ResolutionKind
  /** What it is about, while it is open; null once it is closed. There is one open issue of each. */
  open_key: string | null
  /** The same, for ever. */
  subject_key: Fixed<string>
  /** Since when it is observed. */
  observed_at: Time
  /** When the problem was last seen in the library, or last reported. */
  last_seen_at: Time
  /** Since when a readable library no longer shows it; null while it does. */
  clear_since: Time | null
  /** When the observation ended without the problem going away. */
  opened_at: Time | null
  /** When an admin took it up again; null if nobody did, and once it is closed. Until then it is for people to close. */
  reopened_at: Time | null
  created_at: Fixed<Time>
  updated_at: Time
  closed_at: Time | null
}

export interface IssueMessagesTable {
  id: Generated<number>
  issue_id: Fixed<number>
  author_kind: Fixed<IssueAuthor>
  author_id: number | null
  /** Not shown to the reporter. */
  is_internal: Fixed<Flag>
  body: Fixed<string>
  created_at: Fixed<Time>
}

export interface IssuesTables {
  issues: IssuesTable
  issue_messages: IssueMessagesTable
}
