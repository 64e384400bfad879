import { eventsFor } from '@foyer/contract/destinations/destination'
import { type AlertCategory, CATEGORY_DEFAULTS } from '@foyer/contract/notifications'
import type { Role } from '@foyer/contract/permissions'

/** Admins set up the destinations of the household, which may receive every category. */
export type Audience = { is_personal: false } | { is_personal: true; role: Role }

export function permittedEvents(of: Audience): readonly AlertCategory[] {
  return eventsFor(of.is_personal ? of.role : 'admin')
}

/** The events that are on by default. For people these include decisions on their own requests (C64). */
export function defaultEvents(of: Audience): AlertCategory[] {
  return permittedEvents(of).filter(
    one => CATEGORY_DEFAULTS[one] || (of.is_personal && one === 'request_decision'),
  )
}

/** The chosen events that are still allowed, each once and in the usual order. */
export function effectiveEvents(chosen: readonly AlertCategory[], of: Audience): AlertCategory[] {
  return permittedEvents(of).filter(one => chosen.includes(one))
}

/** The first event that is not allowed. */
export function forbiddenEvent(chosen: readonly AlertCategory[], of: Audience): AlertCategory | undefined {
  return chosen.find(one => !permittedEvents(of).includes(one))
}
