import type { DeliveryRecord, RequestFormat } from '#ports/request-record.ts'
import { isOpen } from '../follow/request-status-rules.ts'
import type { Subscription } from '../store/subscription-store.ts'

type Part = Pick<Subscription, 'user_id' | 'format' | 'cancelled_at'>
type State = Pick<DeliveryRecord, 'format' | 'state'>

/** What one person's cancel comes to (1/4.8). */
export interface Leaving {
  /** The formats that this person gives up; empty: there is nothing to cancel. */
  formats: RequestFormat[]
  /** Those among them that nobody else wants: their delivery ends. */
  abandoned: RequestFormat[]
  /** Whose request it is from now on; null: it stays. */
  heir: number | null
}

/** `parts` are all subscriptions, oldest first. `format` narrows it to one of a book's. */
export function planLeaving(
  { owner, leaver, format }: { owner: number; leaver: number; format?: RequestFormat | undefined },
  parts: readonly Part[],
  states: readonly State[],
): Leaving {
  const held = parts.filter(part => part.cancelled_at === null)
  const open = new Set(states.filter(isOpen).map(state => state.format))
  const formats = held
    .filter(part => part.user_id === leaver && open.has(part.format))
    .map(part => part.format)
    .filter(one => format === undefined || one === format)
  const others = held.filter(part => part.user_id !== leaver)
  const abandoned = formats.filter(one => !others.some(part => part.format === one))
  const keeps = held.some(part => part.user_id === leaver && !formats.includes(part.format))
  const heir = owner === leaver && formats.length > 0 && !keeps ? (others[0]?.user_id ?? null) : null
  return { formats, abandoned, heir }
}

/** Of these formats, or of all, those that a person has asked for and not left. */
export function heldFormats(
  own: readonly Omit<Part, 'user_id'>[],
  named?: readonly RequestFormat[],
): RequestFormat[] {
  const held = own.filter(part => part.cancelled_at === null).map(part => part.format)
  return named ? held.filter(format => named.includes(format)) : held
}

/** What an admin's cancel ends, for everybody. */
export function openFormats(states: readonly State[], format?: RequestFormat): RequestFormat[] {
  const open = states.filter(isOpen).map(state => state.format)
  return format === undefined ? open : open.filter(one => one === format)
}

/** Nothing is left of the request, and nothing came of it. */
export function isAllCancelled(states: readonly State[]): boolean {
  return states.every(one => one.state === 'cancelled')
}
