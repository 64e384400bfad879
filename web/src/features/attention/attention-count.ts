import type { Attention } from '@foyer/contract/attention'

interface Counted {
  /** Requests waiting for a decision. */
  pending: number
  unread: number
  /** Reports with news for their reader. */
  unread_reports: number
  attention: Attention | undefined
}

/** The counts in the navigation. Requests that Foyer retries by itself are not counted. */
export function countBadges({ pending, unread, unread_reports, attention }: Counted) {
  return {
    '/approvals': pending + (attention?.stuck_requests ?? 0),
    '/instances': attention?.services_down.length ?? 0,
    '/settings':
      (attention?.pending_proposals ?? 0) +
      (attention?.pending_actions ?? 0) +
      (attention?.included_ai ? 1 : 0),
    '/inbox': unread,
    '/issues': unread_reports + (attention?.issues_unread ?? 0),
  } as const
}

/** The number of lines on Home. */
export function countLines(attention: Attention): number {
  const { services_down, stuck_requests, retrying_requests, pending_proposals, included_ai } = attention
  const { issues_waiting, pending_actions } = attention
  const counted = [stuck_requests, retrying_requests, pending_proposals, issues_waiting, pending_actions]
  return services_down.length + counted.filter(count => count > 0).length + (included_ai ? 1 : 0)
}
