import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import type { Fixed, Time } from '#db/column-types.ts'

/**
 * What a library showed of a detected problem, beside its issue. Of a prevention issue it keeps the settings that it is
 * about: `fingerprint` is of them, and empty until they could be read; `checked_at` is when they were read last.
 */
export interface IssueObservationsTable {
  issue_id: Fixed<number>
  instance_id: Fixed<string>
  /** Problem and scope: the same for every issue about the same. */
  subject: Fixed<string>
  problem_kind: Fixed<ProblemKind>
  download_id: string | null
  /** Of what was shown last. */
  fingerprint: string
  /** Since when it is shown like that. */
  changed_at: Time
  /** When it was last seen, to the hour. */
  seen_at: Time
  /** When the library was last asked whether it has what it wanted. */
  checked_at: Time | null
}

export interface IssueDetectionTables {
  issue_observations: IssueObservationsTable
}
