import type { LibraryManagerType } from '@foyer/contract/instances/instance-types'
import type { ProposalStatus } from '@foyer/contract/tool-access/profile-proposals'
import type { SettingsChange } from '@foyer/contract/tool-access/settings-changes'
import type { Generated } from 'kysely'
import type { Fixed, Time } from '#db/column-types.ts'

/** A write of an assistant to a quality profile or custom format; the row exists before the write (2:4.8). */
export interface SettingsChangesTable {
  id: Generated<number>
  /** The change that this one restores. */
  parent_id: Fixed<number | null>
  actor_user_id: Fixed<number | null>
  actor_name: Fixed<string>
  source: Fixed<SettingsChange['source']>
  service_type: Fixed<LibraryManagerType>
  /** The history outlives the instance. */
  instance_id: Fixed<string>
  instance_name: Fixed<string>
  /** SHA-256 of the address: an instance that moved is another one. */
  instance_url_hash: Fixed<string>
  resource_type: Fixed<SettingsChange['resource_type']>
  /** Null for one that is created, until it exists. */
  resource_id: number | null
  resource_name: Fixed<string>
  operation: Fixed<SettingsChange['operation']>
  status: SettingsChange['status']
  summary: Fixed<string>
  /** JSON: the changed settings, and the whole documents. */
  changes: Fixed<string>
  before_document: Fixed<string | null>
  after_document: string | null
  error_text: string | null
  created_at: Fixed<Time>
  completed_at: Time | null
}

export interface ProfileProposalsTable {
  id: Generated<number>
  status: ProposalStatus
  service_type: Fixed<LibraryManagerType>
  instance_id: Fixed<string>
  instance_name: Fixed<string>
  instance_url_hash: Fixed<string>
  profile_id: Fixed<number>
  profile_name: Fixed<string>
  proposed_by: Fixed<number | null>
  proposed_by_name: Fixed<string>
  source_client: Fixed<string>
  /** JSON: sentences for people, the requested changes, and the profile as it was then. */
  diff: Fixed<string>
  requested: Fixed<string>
  before_document: Fixed<string>
  created_at: Fixed<Time>
  expires_at: Fixed<Time>
  decided_by_name: string | null
  decided_at: Time | null
  reject_note: string | null
  result_text: string | null
  setting_change_id: number | null
}

export interface ManagerConfigurationTables {
  settings_changes: SettingsChangesTable
  profile_proposals: ProfileProposalsTable
}
