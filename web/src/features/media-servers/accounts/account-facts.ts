import type { ServerAccount } from '@foyer/contract/media-servers/media-server-accounts'
import type { Tone } from '#ui/badge.tsx'

export type Condition = 'active' | 'disabled' | 'invited' | 'unshared' | 'unverified'

/** The state of the account now. A share that Foyer removed is not on the server any more, so nothing confirms it. */
export function conditionOf({ verified, disabled, pending, service_type }: ServerAccount): Condition {
  if (!verified) return disabled && service_type === 'invite_server' ? 'unshared' : 'unverified'
  if (disabled) return 'disabled'
  return pending ? 'invited' : 'active'
}

export const CONDITION_TONES: Readonly<Record<Condition, Tone>> = {
  active: 'ok',
  disabled: 'danger',
  invited: 'warn',
  unshared: 'neutral',
  unverified: 'neutral',
}

export type Management = 'managed' | 'linked' | 'protected'

/** Administrators are never changed, whatever is stored (2:4.13.1). */
export function managementOf({ administrator, manage_access }: ServerAccount): Management {
  if (administrator) return 'protected'
  return manage_access ? 'managed' : 'linked'
}

export type Drift = 'owed_on' | 'owed_off' | 'disabled_with_access' | 'active_without_access'

/** How a managed account differs from the access of its person; null if it does not, or is not known to. */
export function driftOf(account: ServerAccount): Drift | null {
  if (managementOf(account) !== 'managed') return null
  const { granted, disabled, verified, access_sync_pending } = account
  if (access_sync_pending) return granted ? 'owed_on' : 'owed_off'
  if (!verified) return null
  if (granted && disabled) return 'disabled_with_access'
  return !granted && !disabled ? 'active_without_access' : null
}
