import type { UserSummary } from '@foyer/contract/users'

type Guarded = Pick<UserSummary, 'id' | 'role' | 'child'>

/** 1/4.12: why a role cannot be changed, shown in advance; the server checks it as well. */
export function roleGuard(
  user: Guarded,
  everybody: readonly Guarded[],
): 'last_admin' | 'kids_account' | null {
  if (isLastAdmin(user, everybody)) return 'last_admin'
  return user.child ? 'kids_account' : null
}

export function isLastAdmin(user: Guarded, everybody: readonly Guarded[]): boolean {
  return user.role === 'admin' && !everybody.some(other => other.id !== user.id && other.role === 'admin')
}
