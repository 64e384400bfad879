import type { InviteState } from '@foyer/contract/media-servers/server-sign-in'

/** 2:4.13.1: only a share that Foyer sent and still manages follows a new address. */
export function isMovable(account: {
  created_by_app: boolean
  manage_access: boolean
  administrator: boolean
}): boolean {
  return account.created_by_app && account.manage_access && !account.administrator
}

/** Whether this share is to be moved: Foyer sent it to an address that its user has replaced. */
export function hasEarlierAddress(
  account: Parameters<typeof isMovable>[0] & { remote_user_id: string },
  invite_email: string,
): boolean {
  return isMovable(account) && invite_email !== '' && account.remote_user_id !== invite_email.toLowerCase()
}

/** The order in which one state is reported for several servers: usable ones first. */
const ORDER: readonly InviteState[] = ['sent', 'adopted', 'failed', 'claimed', 'unlinked']

export function foremost(states: readonly InviteState[]): InviteState {
  return ORDER.find(state => states.includes(state)) ?? ''
}
