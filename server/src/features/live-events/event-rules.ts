import type { Caller } from '#kit/caller.ts'

/** Who may hear of an event (1/6). It is judged per open stream, by the caller's rights of that moment. */
export type Audience = { to: 'everyone' } | { to: 'admins' } | { to: 'users'; user_ids: readonly number[] }

export function mayHear(audience: Audience, caller: Caller): boolean {
  if (audience.to === 'everyone') return true
  if (audience.to === 'admins') return caller.role === 'admin'
  return audience.user_ids.includes(caller.user_id)
}
