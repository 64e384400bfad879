import { hasSignInMethod, type SignInMethods } from '#features/sessions/index.ts'

const EMAIL_MAX = 254

/** The trimmed address, or null when it is invalid: a local part, an @, and a domain with a dot (1/4.1). */
export function acceptEmail(input: string): string | null {
  const email = input.trim()
  const isPlausible = /^[^\s@<>(),;:"\\]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) && !/\p{Cc}/u.test(email)
  return email.length <= EMAIL_MAX && isPlausible ? email : null
}

export interface UserSignInMethods extends SignInMethods {
  user_id: number
}

/** Whether removing this user, or what makes them one of these admins, would leave none. */
export function isLastAdmin(admin_ids: readonly number[], user_id: number): boolean {
  return admin_ids.length === 1 && admin_ids[0] === user_id
}

export interface MethodChange {
  password_enabled?: boolean | undefined
  passkey_enabled?: boolean | undefined
}

/**
 * 1/4.12: whether this change would remove the last sign-in method of the only admin able to sign in. An admin without
 * any method before is not affected.
 */
export function locksEverybodyOut(
  admins: readonly UserSignInMethods[],
  user_id: number,
  change: MethodChange,
): boolean {
  const target = admins.find(admin => admin.user_id === user_id)
  if (!target || !hasSignInMethod(target)) return false
  const left = {
    password: target.password && change.password_enabled !== false,
    passkeys: change.passkey_enabled === false ? 0 : target.passkeys,
    linked: target.linked,
  }
  if (hasSignInMethod(left)) return false
  return !admins.some(admin => admin.user_id !== user_id && hasSignInMethod(admin))
}
