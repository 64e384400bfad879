import type { ServiceType } from '@foyer/contract/instance-types'
import type { ColumnType, Generated } from 'kysely'

/** ISO-8601 UTC text with milliseconds, in memory as in storage (3.7). */
type Time = string
/** Booleans are 0 or 1 on both engines. */
export type Flag = 0 | 1
/** Set once on insert. */
type Fixed<T> = ColumnType<T, T, never>

export interface UsersTable {
  id: Generated<number>
  username: string
  /** The username folded for comparison: unique without regard to case (1/4.1, C28). */
  username_key: string
  role: 'admin' | 'user'
  password_hash: string | null
  password_enabled: Flag
  passkey_enabled: Flag
  ai_shared_enabled: Flag
  invite_email: string
  created_at: Fixed<Time>
}

export interface DevicesTable {
  id: Fixed<string>
  user_id: Fixed<number>
  device_name: string
  hardware_id: string | null
  kind: 'app' | 'tool'
  client_name: string | null
  /** SHA-256 of the opaque refresh token; the token itself is never stored (R4). */
  refresh_hash: string | null
  created_at: Fixed<Time>
  last_seen_at: Time
}

/** A person's calendar link; the secret in it is never stored (1/I). */
export interface CalendarFeedsTable {
  user_id: Fixed<number>
  token_hash: string
  created_at: Time
}

export interface ConnectTokensTable {
  user_id: Fixed<number>
  token_hash: string
  created_at: Time
  expires_at: Time
}

export interface PasskeysTable {
  id: Fixed<string>
  user_id: Fixed<number>
  /** Base64url, as browsers send it. */
  credential_id: Fixed<string>
  public_key: Fixed<string>
  counter: number
  /** JSON list of transports. */
  transports: string
  name: string
  created_at: Fixed<Time>
  last_used_at: Time | null
}

export interface PasskeySetupTokensTable {
  token_hash: Fixed<string>
  user_id: Fixed<number>
  expires_at: Fixed<Time>
}

/** A user with a row here is a kids account (1:1.4). */
export interface ContentPoliciesTable {
  user_id: Fixed<number>
  max_movie_rating: string
  max_tv_rating: string
  rating_region: string
  block_unrated: Flag
  /** JSON lists of genre ids. */
  blocked_movie_genres: string
  blocked_tv_genres: string
  updated_at: Time
}

export interface InstancesTable {
  id: Fixed<string>
  service_type: Fixed<ServiceType>
  name: string
  name_key: string
  url: string
  /** Sealed; the purpose is the instance's id. */
  api_key_box: string | null
  is_default: Flag
  sort_order: number
  /** JSON list of `{source_path, local_path}`, first match wins. */
  media_path_mappings: string
  /** JSON; media servers only. */
  server_config: string | null
  created_at: Fixed<Time>
  updated_at: Time
}

export interface InstanceGrantsTable {
  user_id: Fixed<number>
  instance_id: Fixed<string>
  created_at: Fixed<Time>
}

export interface InstancePinsTable {
  user_id: Fixed<number>
  service_type: Fixed<ServiceType>
  instance_id: string
}

export interface InstanceWebhooksTable {
  instance_id: Fixed<string>
  credential_hash: string
  former_hash: string | null
  pending_box: string | null
  callback_url: string
  accepted_at: Time | null
}

export interface SettingsTable {
  key: Fixed<string>
  /** JSON text, or its AES-256-GCM box when `encrypted`. */
  value: string
  encrypted: Flag
  updated_at: Time
}

export interface JobsTable {
  /** Counts up: of two jobs due at the same moment the older one goes first. */
  id: Generated<number>
  name: Fixed<string>
  payload: string
  /** At most one unfinished job per name and key. */
  dedupe_key: string | null
  /** Jobs of one lane never run at the same time; a lane is usually one instance. */
  lane: string | null
  state: 'ready' | 'running' | 'parked' | 'attention'
  reason: string | null
  attempts: number
  run_at: Time
  /** Asked for again while it ran: it runs once more at this time instead of ending. */
  wanted_at: Time | null
  leased_by: string | null
  leased_until: Time | null
  created_at: Fixed<Time>
  updated_at: Time
}

export interface LeasesTable {
  name: string
  leased_by: string
  leased_until: Time
}

export interface MigrationsTable {
  name: Fixed<string>
  applied_at: Fixed<Time>
}

/** What both engines hold; a migration that adds a table adds its row type here. */
export interface Tables {
  calendar_feeds: CalendarFeedsTable
  connect_tokens: ConnectTokensTable
  content_policies: ContentPoliciesTable
  devices: DevicesTable
  instance_grants: InstanceGrantsTable
  instance_pins: InstancePinsTable
  instance_webhooks: InstanceWebhooksTable
  instances: InstancesTable
  jobs: JobsTable
  leases: LeasesTable
  passkey_setup_tokens: PasskeySetupTokensTable
  passkeys: PasskeysTable
  schema_migrations: MigrationsTable
  settings: SettingsTable
  users: UsersTable
}
