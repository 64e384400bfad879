import type { MediaType, ServiceType } from '@foyer/contract/instance-types'
import type { DeliveryCode, DeliveryStateName, Decision, SeasonScope } from '@foyer/contract/requests'
import type { Generated } from 'kysely'
import type {
  BookListConnectionsTable,
  BookListFlowsTable,
  BookListSelectionsTable,
} from './book-list-tables.ts'
import type { Fixed, Time } from './column-types.ts'
import type { ArrivalCursorsTable, LibraryArrivalsTable, WebhookStatesTable } from './library-tables.ts'
import type {
  AlertSendsTable,
  AlertsTable,
  InboxEntriesTable,
  NotificationPreferencesTable,
  PushTokensTable,
  WebPushSubscriptionsTable,
} from './notification-tables.ts'
import type { RequestDecisionsTable } from './request-decisions-table.ts'

/** Booleans are 0 or 1 on both engines. */
export type Flag = 0 | 1

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
  /** When the manager first came with a wrong password under our name; null: it did not. */
  refused_at: Time | null
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
  /** Woken while it ran (C6): it runs once more at once, also when that run fails. */
  woken_at: Time | null
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

/** Only books have formats; every other row says ''. */
export type FormatKey = '' | 'ebook' | 'audiobook'

/** What somebody asked for, kept for ever; how it gets there is in `request_deliveries` (1:4.8). */
export interface RequestsTable {
  id: Generated<number>
  /** Whose request it is now; shared book work passes to another subscriber when its owner leaves. */
  user_id: number
  /** The admin who asked on behalf of that person. */
  made_by: number | null
  media_type: Fixed<MediaType>
  /** `movie:603`, `tv:1399`, `book:<foreign id>`, `music:<release group>`: what makes two requests the same. */
  identity: string
  tmdb_id: Fixed<number | null>
  tvdb_id: Fixed<number | null>
  foreign_id: Fixed<string | null>
  catalog_provider: Fixed<string | null>
  catalog_id: Fixed<string | null>
  title: string
  /** The title folded for searching: neither engine folds letters beyond ASCII as the other does. */
  title_key: string
  /** 1: it is what the requester called it, and no provider was heard about it yet (C69). */
  title_unverified: Generated<Flag>
  search_term: Fixed<string | null>
  poster_path: string | null
  /** Pinned at intake; the instance may be gone by now. */
  instance_id: Fixed<string>
  instance_name: string
  season_scope: SeasonScope | null
  /** JSON list of the metadata provider's season numbers, normalised and sorted. */
  seasons: string | null
  quality_profile_id: number | null
  /** JSON of the TV match that the request was accepted with; its `revision` guards approval. */
  match: string | null
  /** The request that this one corrects. */
  repair_of: number | null
  approval_required: Flag
  decision: Decision
  decided_at: Time | null
  decided_by: number | null
  deny_reason: string | null
  created_at: Fixed<Time>
  updated_at: Time
}

export interface RequestSubscribersTable {
  request_id: Fixed<number>
  user_id: Fixed<number>
  format: Fixed<FormatKey>
  created_at: Fixed<Time>
  cancelled_at: Time | null
}

/** One per book format, else one per request: what people see of the durable job that carries it. */
export interface RequestDeliveriesTable {
  id: Generated<number>
  request_id: Fixed<number>
  format: Fixed<FormatKey>
  state: DeliveryStateName
  attempts: number
  last_attempt_at: Time | null
  next_attempt_at: Time | null
  park_reason: 'delivery' | 'author_import' | null
  code: DeliveryCode | null
  message: string
  /** 1:4.9.4: set right before the first library mutation, and never cleared. */
  began: Flag
  waiting_since: Time | null
  /** The library's own record, through which live status is read once it is known (1:4.8.6). */
  record_id: number | null
  canonical_foreign_id: string | null
  /** JSON of what the library gave us to recognise unfinished work by: import receipts, added ids. */
  receipt: string | null
  created_at: Fixed<Time>
  updated_at: Time
}

/** One accepted unit (1:4.9). Rows are never deleted: refunds and resets are dates. */
export interface RequestChargesTable {
  id: Generated<number>
  user_id: Fixed<number>
  media_type: Fixed<MediaType>
  book_format: Fixed<FormatKey>
  instance_id: Fixed<string>
  /** `603`, `1399:2`, or a foreign id. */
  unit: Fixed<string>
  request_id: Fixed<number>
  charged_at: Fixed<Time>
  began: Flag
  refunded_at: Time | null
  reset_at: Time | null
}

export interface RequestQuotaOverridesTable {
  user_id: Fixed<number>
  media_type: Fixed<MediaType>
  book_format: Fixed<FormatKey>
  /** Null: unlimited. */
  count: number | null
  window_days: number
}

/** Who forgave whom which allowance, and when. */
export interface RequestQuotaResetsTable {
  id: Generated<number>
  user_id: Fixed<number>
  media_type: Fixed<MediaType>
  book_format: Fixed<FormatKey>
  reset_by: number | null
  reset_at: Fixed<Time>
}

/** Null inherits the server's value (1/4.7). */
export interface UserRequestSettingsTable {
  user_id: Fixed<number>
  require_approval: Flag | null
  allow_season_choice: Flag | null
  season_scope: SeasonScope | null
  allow_quality_choice: Flag | null
  quality_profile_movie: number | null
  quality_profile_tv: number | null
}

/** What an admin said of a show; `default` rows keep the count of revisions (1/4.7). */
export interface TvMatchesTable {
  tmdb_id: Fixed<number>
  /** Of the show, so that a list of them needs no provider. */
  title: string
  mode: 'custom' | 'paused' | 'default'
  tvdb_id: number | null
  target_title: string | null
  /** JSON `{"<source season>": <target season>}`. */
  season_map: string
  local_revision: number
  updated_at: Time
  updated_by: number | null
}

/** Bridges from one provider's id to another's, good for thirty days (1/4.7). */
export interface TvIdentitiesTable {
  tmdb_id: Fixed<number>
  tvdb_id: number
  source: 'metadata' | 'lists'
  found_at: Time
}

export interface MigrationsTable {
  name: Fixed<string>
  applied_at: Fixed<Time>
}

/** What both engines hold; a migration that adds a table adds its row type here. */
export interface Tables {
  alert_sends: AlertSendsTable
  alerts: AlertsTable
  arrival_cursors: ArrivalCursorsTable
  book_list_connections: BookListConnectionsTable
  book_list_flows: BookListFlowsTable
  book_list_selections: BookListSelectionsTable
  calendar_feeds: CalendarFeedsTable
  connect_tokens: ConnectTokensTable
  content_policies: ContentPoliciesTable
  devices: DevicesTable
  inbox_entries: InboxEntriesTable
  instance_grants: InstanceGrantsTable
  instance_pins: InstancePinsTable
  instance_webhooks: InstanceWebhooksTable
  instances: InstancesTable
  jobs: JobsTable
  leases: LeasesTable
  library_arrivals: LibraryArrivalsTable
  notification_preferences: NotificationPreferencesTable
  passkey_setup_tokens: PasskeySetupTokensTable
  passkeys: PasskeysTable
  push_tokens: PushTokensTable
  request_charges: RequestChargesTable
  request_decisions: RequestDecisionsTable
  request_deliveries: RequestDeliveriesTable
  request_quota_overrides: RequestQuotaOverridesTable
  request_quota_resets: RequestQuotaResetsTable
  request_subscribers: RequestSubscribersTable
  requests: RequestsTable
  schema_migrations: MigrationsTable
  settings: SettingsTable
  tv_identities: TvIdentitiesTable
  tv_matches: TvMatchesTable
  user_request_settings: UserRequestSettingsTable
  users: UsersTable
  web_push_subscriptions: WebPushSubscriptionsTable
  webhook_states: WebhookStatesTable
}
