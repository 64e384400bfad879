import type { OwnMediaServer } from '@foyer/contract/media-servers/media-servers'
import type { Tone } from '#ui/badge.tsx'

export type AccountState = 'none' | 'active' | 'disabled' | 'invited' | 'unverified'

/** The state to show, most important first. Nothing else of an unverified account is certain (2:4.13.5). */
export function accountState({ account }: Pick<OwnMediaServer, 'account'>): AccountState {
  if (!account) return 'none'
  if (!account.verified) return 'unverified'
  if (account.disabled) return 'disabled'
  return account.pending ? 'invited' : 'active'
}

export const STATE_TONES: Readonly<Record<AccountState, Tone>> = {
  none: 'neutral',
  active: 'ok',
  disabled: 'danger',
  invited: 'warn',
  unverified: 'neutral',
}

/** Where the e-mail of an open invitation went: Plex names the account of an address that has one. */
export function invitedAddress(username: string, invite_email: string): string {
  return username.includes('@') ? username : invite_email || username
}
