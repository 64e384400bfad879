import type { DeliveryRecord, RequestFormat } from '#ports/request-record.ts'
import { isOpen } from '../follow/request-status-rules.ts'
import type { Subscription } from '../store/subscription-store.ts'

type Part = Pick<Subscription, 'user_id' | 'format' | 'cancelled_at'>

export interface OwnershipTransfer {
  /** Open work that nobody wants any more. */
  abandoned: RequestFormat[]
  /** Who owns the request from now on: the first of those who still want it, else of those who ever did. */
  heir: number | null
}

/** What becomes of a request when one of its people is removed. `parts` are oldest first. */
export function planOwnershipTransfer(
  { owner, leaver }: { owner: number; leaver: number },
  parts: readonly Part[],
  states: readonly Pick<DeliveryRecord, 'format' | 'state'>[],
): OwnershipTransfer {
  const others = parts.filter(part => part.user_id !== leaver)
  const wanting = others.filter(part => part.cancelled_at === null)
  const abandoned = states
    .filter(isOpen)
    .map(state => state.format)
    .filter(format => !wanting.some(part => part.format === format))
  const heir = owner === leaver ? ((wanting[0] ?? others[0])?.user_id ?? null) : null
  return { abandoned, heir }
}
