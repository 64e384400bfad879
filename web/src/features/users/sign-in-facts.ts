import type { UserSummary } from '@foyer/contract/users'

export const WAYS_IN = ['password', 'passkey', 'sso', 'plex'] as const
export type WayIn = (typeof WAYS_IN)[number]

type Facts = Pick<
  UserSummary,
  | 'password_enabled'
  | 'has_password'
  | 'passkey_enabled'
  | 'passkey_count'
  | 'sso_linked'
  | 'invite_linked'
  | 'device_count'
  | 'has_pending_invite'
>

/** What somebody can really sign in with: a method that is allowed but was never set up is none. */
export function waysIn(user: Facts): WayIn[] {
  const has: Record<WayIn, boolean> = {
    password: user.password_enabled && user.has_password,
    passkey: user.passkey_enabled && user.passkey_count > 0,
    sso: user.sso_linked,
    plex: user.invite_linked,
  }
  return WAYS_IN.filter(way => has[way])
}

/** A link is waiting for somebody who never came in. Whoever is here may hold one for another device. */
export function isInvited(user: Facts): boolean {
  return user.has_pending_invite && user.device_count === 0 && waysIn(user).length === 0
}

/** Of somebody without any way in of their own. */
export function withoutWayIn(user: Facts): 'link_only' | 'not_yet' | 'cannot' {
  if (user.device_count > 0) return 'link_only'
  return user.has_pending_invite ? 'not_yet' : 'cannot'
}
