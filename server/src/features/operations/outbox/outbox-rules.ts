import type { OutboxEntry } from '@foyer/contract/operations/outbox'

interface Waiting {
  state: OutboxEntry['state']
  attempts: number
  next_at: string
  /** Until when nothing is sent to its destination. */
  hold_until: string | null
}

/** What a send waits for and until when; both null while it is being sent or once it ended. */
export function waitOf(send: Waiting, now: string): Pick<OutboxEntry, 'waits_for' | 'next_at'> {
  const { state, attempts, next_at, hold_until } = send
  if (state === 'claimed') return { waits_for: null, next_at }
  if (state !== 'pending') return { waits_for: null, next_at: null }
  if (hold_until !== null && hold_until > now && hold_until > next_at)
    return { waits_for: 'place', next_at: hold_until }
  if (next_at > now) return { waits_for: attempts > 0 ? 'retry' : 'time', next_at }
  return { waits_for: 'turn', next_at }
}
