import type { Decision, DeliveryStateName, RequestStatus } from '@foyer/contract/requests/requests'
import type { LiveStatus } from '../live/live-status.ts'

/** The fields of the caller's newest request that the overlay uses. */
export interface OwnRequestState {
  decision: Decision
  /** One per book format, otherwise one. */
  states: readonly DeliveryStateName[]
}

const TERMINAL: ReadonlySet<DeliveryStateName> = new Set(['complete', 'cancelled'])

/**
 * 1/3, the saved overlay: the library's status takes precedence; the caller's newest request counts only if the
 * library has nothing. A cancelled request is ignored (C5), and so is a completed one whose title is gone.
 */
export function overlay(live: LiveStatus, saved: OwnRequestState | null): RequestStatus {
  if (live !== 'unavailable' || !saved) return live
  const { decision, states } = saved
  if (decision === 'denied') return 'denied'
  if (decision === 'cancelled') return live
  const open = states.filter(state => !TERMINAL.has(state))
  if (open.includes('approval')) return 'pending'
  return open.length > 0 ? 'requested' : live
}

/** C5: a cancelled request is kept for the history and is not part of a title's status. */
export function isCancelled({ decision, states }: OwnRequestState): boolean {
  if (decision === 'denied') return false
  return decision === 'cancelled' || (states.length > 0 && states.every(state => state === 'cancelled'))
}
