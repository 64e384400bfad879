import type { DeliveryCode, DeliveryStateName } from '@foyer/contract/requests/requests'
import type { LiveStatus } from '../live/live-status.ts'

export interface SavedDelivery {
  id: number
  state: DeliveryStateName
  code: DeliveryCode | null
}

export interface StaleDelivery {
  delivery_id: number
  /** The state it was read in; the write applies only if it is still in that state. */
  from: DeliveryStateName
  /** `complete` for work that is no longer needed; its job ends with it. */
  state: 'complete'
  code: LiveStatus
}

/** Between two attempts, so that ending it interrupts no running attempt. */
const AT_REST: ReadonlySet<DeliveryStateName> = new Set(['queued', 'retry', 'attention', 'waiting_library'])

/**
 * 1:3, 1:4.8.8: the deliveries that are out of date. A completed delivery gets the final status (imported since:
 * `available`; deleted since: `unavailable`, and the title can be requested again); intermediate statuses are not
 * stored. A waiting delivery is complete if everything it requested is available. Deliveries that await approval,
 * are running or were cancelled stay unchanged.
 */
export function reconcile(live: LiveStatus, deliveries: readonly SavedDelivery[]): StaleDelivery[] {
  return deliveries
    .filter(({ state, code }) =>
      state === 'complete' ? isOutdated(code, live) : live === 'available' && AT_REST.has(state),
    )
    .map(({ id, state }) => ({ delivery_id: id, from: state, state: 'complete', code: live }))
}

function isOutdated(code: DeliveryCode | null, live: LiveStatus): boolean {
  if (code === live) return false
  return live === 'available' || live === 'unavailable' || code === 'available' || code === 'unavailable'
}
