import type { ClosedIssueStatus, ResolutionKind } from '@foyer/contract/issues/issue'
import type { AgentDigest } from '@foyer/contract/remediation/remediation'

/** Closed issues that are alike, and how many they are. */
export interface ClosedGroup {
  status: ClosedIssueStatus
  resolution_kind: ResolutionKind
  /** A fix was made that a rule approved. */
  fixed_by_rule: boolean
  /** A fix was made that an admin approved. */
  fixed_by_hand: boolean
  /** An admin approved or denied something. */
  decided_by_hand: boolean
  count: number
}

type Origin = 'rules' | 'agent' | 'admin' | 'reporter' | 'itself'

/**
 * What resolved an issue; exactly one of these (C49). Whoever closed it comes first: an admin who completes it, a
 * reporter who says that it is fixed. Then the fixes: those that rules approved count as rules only if no admin had to
 * approve any. A problem that left the library without a fix went away by itself.
 */
export function originOf(group: Omit<ClosedGroup, 'status' | 'count' | 'decided_by_hand'>): Origin {
  const { resolution_kind, fixed_by_rule, fixed_by_hand } = group
  if (resolution_kind === 'admin_completed') return 'admin'
  if (resolution_kind === 'reporter_confirmed') return 'reporter'
  if (fixed_by_hand) return 'agent'
  if (fixed_by_rule) return 'rules'
  return resolution_kind === 'agent_concluded' ? 'agent' : 'itself'
}

/** C49: nobody decided anything. Neither a rule nor an answer of the reporter counts as a decision. */
function isZeroTouch(group: ClosedGroup): boolean {
  const origin = originOf(group)
  return origin !== 'admin' && origin !== 'reporter' && !group.decided_by_hand
}

type Closed = Pick<
  AgentDigest,
  | 'issues_resolved'
  | 'self_cleared'
  | 'resolved_by_rules'
  | 'resolved_by_agent'
  | 'resolved_by_admin'
  | 'closed_no_fix'
  | 'dismissed'
  | 'zero_touch'
  | 'reporter_closed'
>

/** C49: the lanes, what cleared itself and what reporters closed are disjoint, and together all that was resolved. */
export function countClosed(groups: readonly ClosedGroup[]): Closed {
  const sum = (fits: (group: ClosedGroup) => boolean) =>
    groups.filter(fits).reduce((total, { count }) => total + count, 0)
  const resolved = (fits: (group: ClosedGroup) => boolean) =>
    sum(group => group.status === 'resolved' && fits(group))
  return {
    issues_resolved: resolved(() => true),
    self_cleared: resolved(group => originOf(group) === 'itself'),
    resolved_by_rules: resolved(group => originOf(group) === 'rules'),
    resolved_by_agent: resolved(group => originOf(group) === 'agent'),
    resolved_by_admin: resolved(group => originOf(group) === 'admin'),
    reporter_closed: resolved(group => originOf(group) === 'reporter'),
    zero_touch: resolved(isZeroTouch),
    closed_no_fix: sum(({ status }) => status === 'wont_fix' || status === 'failed'),
    dismissed: sum(({ status }) => status === 'dismissed'),
  }
}

/** Whether a week is worth an alert: something came up, was closed or was changed. */
export function isEventful(digest: AgentDigest): boolean {
  const { issues_opened, issues_resolved, closed_no_fix, dismissed, actions_executed } = digest
  return issues_opened + issues_resolved + closed_no_fix + dismissed + actions_executed > 0
}
