import type { PlainAudience } from '#events/events.ts'
import type { Caller } from '#kit/caller.ts'

export function isAddressed(audience: PlainAudience, caller: Caller): boolean {
  if (audience.to === 'everyone') return true
  if (audience.to !== 'users' && caller.role === 'admin') return true
  if (audience.to === 'admins') return false
  return audience.user_ids.includes(caller.user_id)
}
