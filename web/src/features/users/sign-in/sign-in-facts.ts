import type { UserSummary } from '@foyer/contract/users'

export const SIGN_IN_METHODS = ['password', 'passkey', 'sso', 'plex'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

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

/** The methods someone can actually use: an allowed method that was never set up does not count. */
export function signInMethods(user: Facts): SignInMethod[] {
  const has: Record<SignInMethod, boolean> = {
    password: user.password_enabled && user.has_password,
    passkey: user.passkey_enabled && user.passkey_count > 0,
    sso: user.sso_linked,
    plex: user.invite_linked,
  }
  return SIGN_IN_METHODS.filter(way => has[way])
}

/** Invited and never signed in. Existing users may also have an open link, for another device. */
export function isInvited(user: Facts): boolean {
  return user.has_pending_invite && user.device_count === 0 && signInMethods(user).length === 0
}

/** For someone without a sign-in method of their own. */
export function signInProblem(user: Facts): 'link_only' | 'not_yet' | 'cannot' {
  if (user.device_count > 0) return 'link_only'
  return user.has_pending_invite ? 'not_yet' : 'cannot'
}
