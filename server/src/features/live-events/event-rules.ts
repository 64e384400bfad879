import type { Caller } from '#kit/caller.ts'

/** Decided by who the caller is. */
export type PlainAudience =
  | { to: 'everyone' }
  | { to: 'admins' }
  | { to: 'users'; user_ids: readonly number[] }
  | { to: 'users_and_admins'; user_ids: readonly number[] }

/** Who may hear of an event (1/6). It is decided once per person, by their rights of that moment (C70). */
export type Audience = PlainAudience | { to: 'instance'; instance_id: string }

export function mayHear(audience: PlainAudience, caller: Caller): boolean {
  if (audience.to === 'everyone') return true
  if (audience.to !== 'users' && caller.role === 'admin') return true
  if (audience.to === 'admins') return false
  return audience.user_ids.includes(caller.user_id)
}
