import type { OidcConfig } from '@foyer/contract/sign-in/oidc-admin'

export type LockState = 'open' | 'closed' | 'unknown'

/**
 * What 2/4.4 requires before single sign-on can be the only method. Whether an admin has a password is unknown while
 * the users cannot be read; the server decides then.
 */
export function ssoOnlyLocks(
  { enabled, tested }: Pick<OidcConfig, 'enabled' | 'tested'>,
  has_local_admin: boolean | undefined,
): { name: 'enabled' | 'tested' | 'admin'; state: LockState }[] {
  return [
    { name: 'enabled', state: stateOf(enabled) },
    { name: 'tested', state: stateOf(tested) },
    { name: 'admin', state: stateOf(has_local_admin) },
  ]
}

function stateOf(is_met: boolean | undefined): LockState {
  if (is_met === undefined) return 'unknown'
  return is_met ? 'open' : 'closed'
}
