import { CLOSED_ISSUE_STATUSES, type Issue, type IssueStatus } from '@foyer/contract/issues/issue'
import { matchesWords } from '#lib/match-words.ts'
import type { IssuesSearch, Shown } from './issues-search.ts'

export function isClosed(status: IssueStatus): boolean {
  return CLOSED_ISSUE_STATUSES.some(one => one === status)
}

/** Every word must occur in the title. */
export function filterIssues(
  issues: readonly Issue[],
  { show = 'open', source, unread, q = '' }: IssuesSearch,
): Issue[] {
  return issues.filter(
    issue =>
      (show === 'open' || show === 'closed' || issue.status === show) &&
      (!source || issue.source === source) &&
      (!unread || !issue.read) &&
      matchesWords(q, [issue.title]),
  )
}

/** How many each filter shows, of all that are open. */
export function countShown(open: readonly Issue[], closed_total: number): Record<Shown, number> {
  const of = (status: IssueStatus) => open.filter(issue => issue.status === status).length
  return {
    open: open.length,
    needs_admin: of('needs_admin'),
    awaiting_approval: of('awaiting_approval'),
    closed: closed_total,
  }
}
