import type { Attention } from '@foyer/contract/attention'

interface Counted {
  /** Requests that wait for a decision. */
  pending: number
  unread: number
  attention: Attention | undefined
}

/** What the navigation counts on each page. What is tried again by itself needs nobody. */
export function countBadges({ pending, unread, attention }: Counted) {
  return {
    '/approvals': pending + (attention?.stuck_requests ?? 0),
    '/instances': attention?.services_down.length ?? 0,
    '/inbox': unread,
  } as const
}

/** How many lines Home has for it. */
export function countLines({ services_down, stuck_requests, retrying_requests }: Attention): number {
  return services_down.length + Math.min(stuck_requests, 1) + Math.min(retrying_requests, 1)
}
