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
  devices: DevicesTable
  jobs: JobsTable
  leases: LeasesTable
  schema_migrations: MigrationsTable
  settings: SettingsTable
  users: UsersTable
}
