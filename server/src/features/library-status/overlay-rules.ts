import type { Decision, DeliveryStateName, RequestStatus } from '@foyer/contract/requests'
import type { LiveStatus } from './live-status.ts'

/** What the overlay looks at in the caller's own newest row. */
export interface OwnRequestState {
  decision: Decision
  /** One per book format, else one. */
  states: readonly DeliveryStateName[]
}

const TERMINAL: ReadonlySet<DeliveryStateName> = new Set(['complete', 'cancelled'])

/**
 * 1/3, the saved overlay: whatever the library has wins; only where it has nothing does the caller's newest
 * row speak. A cancelled row says nothing (C5), and a completed one whose title is gone says nothing either.
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

/** C5: a cancelled row is kept for the history and is no part of what a title's status shows. */
export function isCancelled({ decision, states }: OwnRequestState): boolean {
  if (decision === 'denied') return false
  return decision === 'cancelled' || (states.length > 0 && states.every(state => state === 'cancelled'))
}
