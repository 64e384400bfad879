import type { InviteCandidate } from '@foyer/contract/sign-in/invite-sign-in'

/** 2/4.3: mappings in one confirmation. */
export const MAX_CONFIRMED = 200

/** Only rows without a reason can be confirmed, and only once. */
export function canConfirm({ reason, confirmed }: Pick<InviteCandidate, 'reason' | 'confirmed'>): boolean {
  return reason === '' && !confirmed
}

/** One person may have several accounts to choose from. */
export function keyOf({ user_id, invite_account_id }: InviteCandidate): string {
  return `${user_id} ${invite_account_id}`
}
