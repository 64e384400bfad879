import type { ActionStatus } from '@foyer/contract/remediation/agent-actions'
import type { IssueStatus } from '@foyer/contract/issues/issue'

/** 2/4.9: a rule pauses itself at the first of these; null: it goes on. */
export function pauseReasonAfter(status: ActionStatus): string | null {
  if (status === 'failed') return 'The fix failed.'
  if (status === 'outcome_unknown') return 'It is not known whether the fix was made.'
  return null
}

/** 2/4.9: the same when the issue is closed in any other way than resolved. */
export function pauseReasonAtClose(status: IssueStatus): string | null {
  if (status === 'wont_fix') return 'The issue was closed without a fix.'
  if (status === 'failed') return 'The issue could not be fixed.'
  if (status === 'dismissed') return 'The issue was dismissed.'
  return null
}

export function pausedBy(username: string): string {
  return `Paused by ${username}.`
}
