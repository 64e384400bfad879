import type { IssueStatus, OpenIssueStatus, ResolutionKind } from '@foyer/contract/issues/issue'
import type { ProblemKind } from '@foyer/contract/issues/problem-kinds'
import { isObserved } from '#features/issues/index.ts'
import { HOUR_MS, MINUTE_MS } from '#kit/durations.ts'
import { nextStep, type ObservationMinutes, type ObservedIssue, type Step } from './observation-rules.ts'
import type { IssueScope } from './scope-rules.ts'
import {
  type FoundProblem,
  isFetching,
  isReplacing,
  onePerSubject,
  type PlacedRow,
} from './sighting-rules.ts'

/** An open issue that was detected, with what the library showed of it last. */
export interface WatchedIssue extends ObservedIssue, IssueScope {
  id: number
  problem_kind: ProblemKind
  subject: string
  download_id: string | null
  fingerprint: string
  seen_at: string
  checked_at: string | null
}

/** What one look at a library shows. */
export interface Look {
  problems: readonly FoundProblem[]
  active: readonly PlacedRow[]
  /** False: the list is incomplete, so a problem that is not listed may still exist. */
  is_complete: boolean
}

export interface Decision {
  subject: string
  /** Null: nobody has seen this before. */
  issue: WatchedIssue | null
  /** What is shown of it now. */
  problem: FoundProblem | null
  /** What is shown is new, different, or was last noted long ago. */
  is_to_be_noted: boolean
  changed_at: string
  step: Step
}

/** How exactly it is kept when a problem was last seen: every look would be a write. */
const NOTED_MS = HOUR_MS

/** What a look at a library changes. Decisions that change nothing are left out. */
export function decide(
  issues: readonly WatchedIssue[],
  look: Look,
  minutes: ObservationMinutes,
  now: Date,
): Decision[] {
  const known = new Map(issues.map(issue => [issue.subject, issue]))
  const shown = onePerSubject(look.problems, known)
  const seen = [...shown].map(([subject, problem]) =>
    decideSeen(known.get(subject) ?? null, { subject, problem }, look, minutes, now),
  )
  const unseen = issues
    .filter(issue => !shown.has(issue.subject))
    .flatMap(issue => {
      const is_fetching = isOnItsWay(look, issue, issue.status)
      // Beyond the rows that were read it may still be there.
      if (!look.is_complete && !is_fetching) return []
      const step = nextStep(issue, { is_seen: false, is_fetching }, minutes, now)
      const { subject, changed_at } = issue
      return [{ subject, issue, problem: null, is_to_be_noted: false, changed_at, step }]
    })
  return [...seen, ...unseen].filter(one => one.is_to_be_noted || one.step !== 'stay')
}

function decideSeen(
  issue: WatchedIssue | null,
  { subject, problem }: { subject: string; problem: FoundProblem },
  look: Look,
  minutes: ObservationMinutes,
  now: Date,
): Decision {
  const is_fetching = isOnItsWay(look, problem.scope, issue?.status ?? 'observing')
  const isChanged = issue?.fingerprint !== problem.fingerprint || issue.clear_since !== null
  const isLongAgo = issue !== null && now.getTime() - Date.parse(issue.seen_at) >= NOTED_MS
  const changed_at = issue && !isChanged ? issue.changed_at : now.toISOString()
  const before = issue ?? { ...NEW, observed_at: now.toISOString() }
  const step = nextStep({ ...before, changed_at }, { is_seen: true, is_fetching }, minutes, now)
  return { subject, issue, problem, is_to_be_noted: isChanged || isLongAgo, changed_at, step }
}

const NEW = { status: 'observing', clear_since: null, reopened_at: null } as const

/** C50: only a download of all of it makes an issue recover. One that somebody knows of waits for any part of it. */
function isOnItsWay({ active }: Look, scope: IssueScope, status: OpenIssueStatus): boolean {
  return isObserved(status) ? isReplacing(active, scope) : isFetching(active, scope)
}

/** Somebody ended it though the library still shows it: the same download does not open it again. */
export function isSettledByPeople(issue: { status: IssueStatus; resolution_kind: ResolutionKind }): boolean {
  if (issue.status === 'dismissed' || issue.status === 'wont_fix' || issue.status === 'failed') return true
  return issue.resolution_kind === 'admin_completed' || issue.resolution_kind === 'reporter_confirmed'
}

/** How often a library is asked whether it has what it wanted. */
const CHECK_MS = 15 * MINUTE_MS

/**
 * Whether the library must be asked before this issue can be closed, and was not asked just now. Nobody was notified of an issue that is only
 * observed, so that it is gone is enough.
 */
export function isToBeChecked({ step, issue }: Decision, now: Date): boolean {
  if (step !== 'settled' || !issue || isObserved(issue.status) || wasWaitingForAir(issue)) return false
  return issue.checked_at === null || now.getTime() - Date.parse(issue.checked_at) >= CHECK_MS
}

/** A release of an episode that has not aired was removed: the real one comes when it airs. */
export function wasWaitingForAir({
  status,
  problem_kind,
}: Pick<WatchedIssue, 'status' | 'problem_kind'>): boolean {
  return status === 'waiting' && problem_kind === 'not_aired_yet'
}
