/** Links by a code (RFC 8628), whatever they link: rules for the rows that slices keep of them. */

/** RFC 8628 §3.5: the increase after `slow_down`. */
export const SLOWER_BY_SECONDS = 5

export const EXPIRED = {
  status: 'expired',
  error: 'The code expired before it was entered. Start again.',
} as const

/** The end that a poll result means for a link; null: it continues. */
export function flowEnd(state: 'pending' | 'slow_down' | 'denied' | 'expired' | 'failed') {
  if (state === 'denied') {
    return { status: 'denied', error: "The link was declined on the provider's page." } as const
  }
  if (state === 'expired') return EXPIRED
  if (state === 'failed') {
    return { status: 'failed', error: 'The provider ended the link. Start again.' } as const
  }
  return null
}

/** A waiting page polls at the provider's interval; after two missed polls it counts as closed. */
export function missedPollAt(flow: { next_poll_at: string; interval_seconds: number }): Date {
  return new Date(Date.parse(flow.next_poll_at) + 2 * flow.interval_seconds * 1000)
}
