import type { AlertCategory } from '@foyer/contract/notifications'
import type { MediaType } from '@foyer/contract/instances/instance-types'

/**
 * Every alert type and its category (1/4.14). The events of document 2 are listed for their future producers; a type
 * without a producer is never raised. Null: no category of its own, so only the master switches silence it, and it
 * always appears in the inbox.
 */
export const CATEGORY_OF = {
  request_pending: 'request_pending',
  request_decision: 'request_decision',
  request_auto_approved: 'request_auto_approved',
  new_movie: 'new_movie',
  new_episode: 'new_episode',
  new_book: 'new_book',
  new_music: 'new_music',
  content_upgraded: 'content_upgraded',
  watched_movie: 'new_movie',
  watched_show: 'new_episode',
  watched_book: 'new_book',
  watched_album: 'new_music',
  invite_access_request: 'invite_access_request',
  media_server_access: 'media_server_access',
  library_access_request: 'invite_access_request',
  library_access_decision: 'media_server_access',
  issue_created: 'issue_created',
  issue_question: 'issue_created',
  issue_report_update: 'issue_report_update',
  issue_closed: 'issue_report_update',
  agent_action_pending: 'agent_action_pending',
  agent_autoapproval_paused: 'agent_action_pending',
  profile_change_pending: 'agent_action_pending',
  issue_fix_confirm: 'agent_action_pending',
  remediation_autodispatch_disabled: 'agent_action_pending',
  agent_digest: 'agent_digest',
  webhook_lost: null,
  sign_in_throttled: null,
  admin_link_made: null,
} as const satisfies Record<string, AlertCategory | null>

export type AlertType = keyof typeof CATEGORY_OF

/** Whether this version knows the type. */
export function isAlertType(type: string): type is AlertType {
  return Object.hasOwn(CATEGORY_OF, type)
}

const WATCHED_TYPES = ['watched_movie', 'watched_show', 'watched_book', 'watched_album'] as const

/** About a title on somebody's watchlist, for that person alone. */
export function isWatched(type: AlertType): type is (typeof WATCHED_TYPES)[number] {
  return WATCHED_TYPES.some(one => one === type)
}

/** Library alerts, which can arrive in large bursts (1/4.14). */
export const CONTENT_TYPES: ReadonlySet<AlertType> = new Set<AlertType>([
  'new_movie',
  'new_episode',
  'new_book',
  'new_music',
  'content_upgraded',
  ...WATCHED_TYPES,
])

/** C60, C65: for admins only, although they have no admin category. */
export const ADMIN_TYPES: ReadonlySet<AlertType> = new Set<AlertType>(['webhook_lost', 'admin_link_made'])

/** C65, C71: shown in the inbox, never sent to a device: password guessing must not make a phone ring. */
export const INBOX_TYPES: ReadonlySet<AlertType> = new Set<AlertType>([
  'sign_in_throttled',
  'admin_link_made',
])

/** The people it concerns. Whether each may receive it is checked at fan-out, and again before each send. */
export type Audience =
  | { to: 'admins' }
  | { to: 'users'; user_ids: readonly number[] }
  /** Everybody who can see this library, but for those who get an alert of their own about it. */
  | { to: 'viewers'; instance_id: string; except?: readonly number[] }
  | { to: 'users_and_admins'; user_ids: readonly number[] }

/** The data fields of 1/4.14. Flat: phones accept nothing nested. */
export interface AlertData {
  media_type?: MediaType
  tmdb_id?: number
  foreign_id?: string
  title?: string
  /** C69: the title comes from the requester. */
  title_unverified?: true
  instance_id?: string
  book_format?: string
  request_id?: number
  issue_id?: number
  proposal_id?: number
  user_id?: number
  username?: string
  count?: number
  decision?: 'approved' | 'denied'
  reason?: string
  instance_name?: string
  /** On a watchlist: what happened to the title, and to which season. */
  watch?: 'askable' | 'released' | 'arrived'
  season_number?: number
  /** In alerts for the chat room only (2:4.10.2): the formats in words, and the provider's path of the poster. */
  book_formats?: string
  poster_path?: string
  /** The problem with the webhook, and the result of repairing it (C60). */
  webhook_state?: string
  webhook_action?: 'restored' | 'failed' | 'none'
}

export interface NewAlert {
  type: AlertType
  audience: Audience
  data: AlertData
  /** Alerts with the same topic are merged for ten minutes; an alert without a topic is never merged. */
  topic?: string
  /** The parts of the topic, such as episodes or formats. Each is counted once. */
  parts?: readonly string[]
}

export interface AlertRecord {
  id: number
  type: AlertType
  audience: Audience
  data: AlertData
  topic: string | null
  parts: readonly string[]
  state: 'held' | 'told'
  created_at: string
}

/** The text a device shows. Title and body are written by Foyer; text from others is cut to one line. */
export interface Notice {
  /** Null: a test. */
  alert_id: number | null
  type: AlertType | 'test'
  title: string
  body: string
  /** Absent: the badge stays as it is. */
  badge?: number
  /** At most 64 bytes; a repeated notice replaces the earlier one on the device. */
  collapse_id?: string
  data: AlertData
}
