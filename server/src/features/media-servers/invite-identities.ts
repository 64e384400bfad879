import type { IdentityConflict } from '@foyer/contract/media-servers/media-server-accounts'
import type { IdentityState } from '@foyer/contract/media-servers/server-sign-in'
import type { Db } from '#db/database.ts'
import type { Caller } from '#kit/caller.ts'
import type { ProviderAccount } from '#ports/owner-account.ts'

/** The provider's accounts that sign in to accounts here; the slice of that sign-in method keeps them (2:4.3). */
export interface InviteIdentities {
  /** Makes an account that the caller just proved a sign-in method of theirs. */
  linkProven(caller: Caller, account: ProviderAccount): Promise<IdentityState>
  /** Why the account cannot sign in to this user's account; null: nothing is in the way. */
  conflictOf(db: Db, user_id: number, account_id: string | undefined): Promise<IdentityConflict | null>
}

const SENTENCES: Record<IdentityConflict, string> = {
  taken: 'This Plex account signs in to somebody else’s account here.',
  has_another: 'This user signs in with another Plex account.',
}

export interface IdentityError {
  invite_identity_error?: string
  invite_identity_conflict?: IdentityConflict
}

/** 2/4.2: the share is linked all the same; only signing in with it is not possible. */
export function identityError(conflict: IdentityConflict | null): IdentityError {
  return conflict ? { invite_identity_error: SENTENCES[conflict], invite_identity_conflict: conflict } : {}
}
