import type { DeliveryCode, DeliveryStateName } from '@foyer/contract/requests'
import type { LiveStatus } from './live-status.ts'

export interface SavedDelivery {
  id: number
  state: DeliveryStateName
  code: DeliveryCode | null
}

export interface StaleDelivery {
  delivery_id: number
  /** Where it was read; a writer goes on only while it still is there. */
  from: DeliveryStateName
  /** `complete` for work that is no longer needed; its job ends with it. */
  state: 'complete'
  code: LiveStatus
}

/** Between two attempts, so that ending it takes nothing out of anybody's hands. */
const AT_REST: ReadonlySet<DeliveryStateName> = new Set(['queued', 'retry', 'attention', 'waiting_library'])

/**
 * 1:3, 1:4.8.8: the rows that reality has overtaken. A completed delivery takes the word of what became of it
 * (imported since: `available`; deleted since: `unavailable`, and the title may be asked for again); what only
 * happens on the way there is not written down. A delivery that still waits while everything it asked for is
 * there has nothing left to do. Rows that await approval, are under way or were cancelled stay as they are.
 */
export function reconcile(live: LiveStatus, deliveries: readonly SavedDelivery[]): StaleDelivery[] {
  return deliveries
    .filter(({ state, code }) =>
      state === 'complete' ? isOvertaken(code, live) : live === 'available' && AT_REST.has(state),
    )
    .map(({ id, state }) => ({ delivery_id: id, from: state, state: 'complete', code: live }))
}

function isOvertaken(code: DeliveryCode | null, live: LiveStatus): boolean {
  if (code === live) return false
  return live === 'available' || live === 'unavailable' || code === 'available' || code === 'unavailable'
}
