import type { DeliveryRecord, RequestFormat } from '#ports/request-record.ts'
import { isOpen } from '../follow/request-status-rules.ts'
import type { Subscription } from '../store/subscription-store.ts'

type Part = Pick<Subscription, 'user_id' | 'format' | 'cancelled_at'>
type State = Pick<DeliveryRecord, 'format' | 'state'>

/** The effects of one person's cancel (1/4.8). */
export interface CancelPlan {
  /** The formats this person gives up. Empty: there is nothing to cancel. */
  formats: RequestFormat[]
  /** The formats nobody else wants: their delivery ends. */
  abandoned: RequestFormat[]
  /** The new owner of the request; null: it keeps its owner. */
  new_owner: number | null
}

/** `parts` are all subscriptions, oldest first. `format` limits the cancel to one format of a book. */
export function planCancel(
  { owner, leaver, format }: { owner: number; leaver: number; format?: RequestFormat | undefined },
  parts: readonly Part[],
  states: readonly State[],
): CancelPlan {
  const held = parts.filter(part => part.cancelled_at === null)
  const open = new Set(states.filter(isOpen).map(state => state.format))
  const formats = held
    .filter(part => part.user_id === leaver && open.has(part.format))
    .map(part => part.format)
    .filter(one => format === undefined || one === format)
  const others = held.filter(part => part.user_id !== leaver)
  const abandoned = formats.filter(one => !others.some(part => part.format === one))
  const keeps = held.some(part => part.user_id === leaver && !formats.includes(part.format))
  const new_owner = owner === leaver && formats.length > 0 && !keeps ? (others[0]?.user_id ?? null) : null
  return { formats, abandoned, new_owner }
}

/** The formats this person requested and has not cancelled, limited to `formats` if given. */
export function heldFormats(
  own: readonly Omit<Part, 'user_id'>[],
  named?: readonly RequestFormat[],
): RequestFormat[] {
  const held = own.filter(part => part.cancelled_at === null).map(part => part.format)
  return named ? held.filter(format => named.includes(format)) : held
}

/** The formats that an admin's cancel ends for everybody. */
export function openFormats(states: readonly State[], format?: RequestFormat): RequestFormat[] {
  const open = states.filter(isOpen).map(state => state.format)
  return format === undefined ? open : open.filter(one => one === format)
}

/** Every delivery was cancelled and none completed. */
export function isAllCancelled(states: readonly State[]): boolean {
  return states.every(one => one.state === 'cancelled')
}
