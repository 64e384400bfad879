import type { Attention } from '@foyer/contract/attention'

interface Counted {
  /** Requests waiting for a decision. */
  pending: number
  unread: number
  /** Reports with news for their reader. */
  unread_reports: number
  attention: Attention | undefined
}

/** The counts in the navigation: all that Home names, except requests that Foyer retries by itself. */
export function countBadges({ pending, unread, unread_reports, attention }: Counted) {
  return {
    '/approvals': pending + (attention?.stuck_requests ?? 0),
    '/users': attention?.access_asks ?? 0,
    '/instances': (attention?.services_down.length ?? 0) + (attention?.webhooks_lost?.length ?? 0),
    '/settings':
      (attention?.pending_proposals ?? 0) +
      (attention?.pending_actions ?? 0) +
      (attention?.included_ai ? 1 : 0) +
      (attention?.backup_problem ? 1 : 0),
    '/inbox': unread,
    // Those waiting may have been read, and those unread may be in work.
    '/issues': unread_reports + Math.max(attention?.issues_unread ?? 0, attention?.issues_waiting ?? 0),
  } as const
}
