import type { Fixed, Flag } from '#db/column-types.ts'

export interface MediaServerAccountsTable {
  user_id: Fixed<number>
  instance_id: Fixed<string>
  /** On the invite server the lower-cased e-mail address. */
  remote_user_id: string
  remote_username: string
  created_by_app: Flag
  manage_access: Flag
  /** What Foyer last applied or saw. */
  disabled: Flag
  administrator: Flag
  /** A change is owed to the server. */
  access_sync_pending: Flag
  /** Foyer itself removed the share, so it may share again (2:4.13.1). */
  removed_by_app: Flag
  invited_at: string | null
  created_at: Fixed<string>
}

/** A creation under way. Left behind by a crash or a lost answer, it says what to clean up. */
export interface MediaServerAttemptsTable {
  id: Fixed<string>
  user_id: Fixed<number>
  instance_id: Fixed<string>
  remote_username: Fixed<string>
  /** JSON: the ids of the accounts that were there before. */
  known_ids: Fixed<string>
  created_at: Fixed<string>
}

/** Accounts that are still to be switched off: of deleted users, and shares with an old address. */
export interface MediaServerRemovalsTable {
  instance_id: Fixed<string>
  remote_user_id: Fixed<string>
  created_at: Fixed<string>
}

/** An admin unlinked the account: nothing links it by itself (2:3). */
export interface MediaServerSuppressionsTable {
  user_id: Fixed<number>
  instance_id: Fixed<string>
}

export interface AudiobookPoliciesTable {
  user_id: Fixed<number>
  instance_id: Fixed<string>
  mode: 'default' | 'all' | 'selected'
  /** JSON. */
  library_ids: string
}

export interface MediaServersTables {
  media_server_accounts: MediaServerAccountsTable
  media_server_attempts: MediaServerAttemptsTable
  media_server_removals: MediaServerRemovalsTable
  media_server_suppressions: MediaServerSuppressionsTable
  audiobook_policies: AudiobookPoliciesTable
}
