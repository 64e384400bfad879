import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import type { ResolutionKind } from '@foyer/contract/issues/issue'
import type { IssueRecord } from '#features/issues/index.ts'

/** What the library shows now. */
export interface Evidence {
  /** The download of the issue, or another one of the same title, still has this problem. */
  is_problem_shown: boolean
  /** A download of what the issue is about, or of a part of it, is under way. */
  is_replacement_active: boolean
  /** What was wanted is there. */
  has_wanted: boolean
  /** Something of it was imported after the issue was made. */
  was_imported_since: boolean
  /** An approved action removed the download or the file. */
  was_removed: boolean
  /** It has not aired yet. */
  airs_later: boolean
}

export type Verdict =
  | { outcome: 'resolved'; resolution_kind: ResolutionKind }
  | { outcome: 'waiting' }
  | { outcome: 'unverified'; why: string }

const unverified = (why: string): Verdict => ({ outcome: 'unverified', why })

/**
 * 2:4.9: a conclusion is believed only as far as the library shows it. A detected problem is resolved when it is gone and
 * what was wanted is there; a report when something was really imported since.
 */
export function judgeConclusion(
  claimed: 'resolved' | 'waiting',
  { source }: Pick<IssueRecord, 'source'>,
  evidence: Evidence,
): Verdict {
  if (evidence.is_problem_shown) return unverified('The library still shows the problem.')
  if (claimed === 'waiting') {
    if (evidence.is_replacement_active || evidence.airs_later) return { outcome: 'waiting' }
    return unverified('Nothing is on its way that could be waited for.')
  }
  const is_there = source === 'user' ? evidence.was_imported_since : evidence.has_wanted
  if (is_there) return { outcome: 'resolved', resolution_kind: 'agent_concluded' }
  if (evidence.is_replacement_active) return { outcome: 'waiting' }
  if (evidence.was_removed) {
    const resolution_kind = evidence.airs_later ? 'removed_waiting_for_air' : 'removed_no_replacement'
    return { outcome: 'resolved', resolution_kind }
  }
  return unverified(
    source === 'user'
      ? 'Nothing was imported since the report.'
      : 'The download is gone, and what was wanted is not in the library.',
  )
}

/** The problem itself says that there is nothing to fetch yet. */
export function isNotAired(problem_kind: ProblemKind | null): boolean {
  return problem_kind === 'not_aired_yet'
}
