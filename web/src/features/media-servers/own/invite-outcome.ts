import type { InviteState } from '@foyer/contract/media-servers/server-sign-in'

/** The text for an outcome. Admins are notified only if the reader has not been given the server (2:4.13.1). */
export function outcomeOf(state: InviteState, has_access: boolean) {
  if (state !== '') return state
  return has_access ? 'nothing' : 'asked'
}

/** Another address or account may help; an invitation that could not be sent is sent by Foyer itself. */
export function canTryAnother(state: InviteState): boolean {
  return state === 'claimed' || state === 'unlinked' || state === ''
}
