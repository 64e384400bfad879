import type { DeliveryRecord, RequestFormat } from '#ports/request-record.ts'
import { isOpen } from '../follow/request-status-rules.ts'
import type { Subscription } from '../store/subscription-store.ts'

type Part = Pick<Subscription, 'user_id' | 'format' | 'cancelled_at'>

export interface OwnershipTransfer {
  /** Open work that nobody wants any more. */
  abandoned: RequestFormat[]
  /** The new owner: the first person who still wants it, or else the first who ever did. */
  new_owner: number | null
}

/** The effect on a request when one of its people is removed. `parts` are oldest first. */
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
  const new_owner = owner === leaver ? ((wanting[0] ?? others[0])?.user_id ?? null) : null
  return { abandoned, new_owner }
}
