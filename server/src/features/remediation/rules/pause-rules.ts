import { PAUSE_REASONS, PAUSED_BY } from '@foyer/contract/remediation/pause-reasons'
import { fillSentence } from '@foyer/contract/sentences'
import type { ActionStatus } from '@foyer/contract/remediation/agent-actions'
import type { IssueStatus } from '@foyer/contract/issues/issue'

/** 2/4.9: a rule pauses itself at the first of these; null: it goes on. */
export function pauseReasonAfter(status: ActionStatus): string | null {
  if (status === 'failed') return PAUSE_REASONS.failed
  if (status === 'outcome_unknown') return PAUSE_REASONS.unknown
  return null
}

/** 2/4.9: the same when the issue is closed in any other way than resolved. */
export function pauseReasonAtClose(status: IssueStatus): string | null {
  if (status === 'wont_fix') return PAUSE_REASONS.wont_fix
  if (status === 'failed') return PAUSE_REASONS.not_fixed
  if (status === 'dismissed') return PAUSE_REASONS.dismissed
  return null
}

export function pausedBy(username: string): string {
  return fillSentence(PAUSED_BY.by, { name: username })
}
