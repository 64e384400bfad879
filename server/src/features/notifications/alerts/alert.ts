import type { AlertCategory } from '@foyer/contract/notifications'
import type { MediaType } from '@foyer/contract/instance-types'

/**
 * Everything that may be told, and the switch it belongs to (1/4.14). Document 2's events are listed so that
 * their producers find their place; a type without a producer is never raised. Null: it has no switch of its
 * own, so only the masters silence it, and the inbox always keeps it.
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
  invite_access_request: 'invite_access_request',
  media_server_access: 'media_server_access',
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

/** Whether this version knows it. */
export function isAlertType(type: string): type is AlertType {
  return Object.hasOwn(CATEGORY_OF, type)
}

/** News of a library, which come in storms (1/4.14). */
export const CONTENT_TYPES: ReadonlySet<AlertType> = new Set<AlertType>([
  'new_movie',
  'new_episode',
  'new_book',
  'new_music',
  'content_upgraded',
])

/** C60, C65: the business of admins, though no category says so. */
export const ADMIN_TYPES: ReadonlySet<AlertType> = new Set<AlertType>(['webhook_lost', 'admin_link_made'])

/** C65, C71: read in the inbox, never sent to a device: whoever guesses must not ring a phone. */
export const INBOX_TYPES: ReadonlySet<AlertType> = new Set<AlertType>([
  'sign_in_throttled',
  'admin_link_made',
])

/** Who it concerns. Who of them may know is asked when it is told, and again right before each sending. */
export type Audience =
  | { to: 'admins' }
  | { to: 'users'; user_ids: readonly number[] }
  /** Whoever sees this library. */
  | { to: 'viewers'; instance_id: string }
  | { to: 'users_and_admins'; user_ids: readonly number[] }

/** What it is about, in the words of 1/4.14; flat, for phones take nothing else. */
export interface AlertData {
  media_type?: MediaType
  tmdb_id?: number
  foreign_id?: string
  title?: string
  /** C69: the title is what the requester calls it. */
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
  /** What was found wrong with the webhook, and what came of putting it back (C60). */
  webhook_state?: string
  webhook_action?: 'restored' | 'failed' | 'none'
}

export interface NewAlert {
  type: AlertType
  audience: Audience
  data: AlertData
  /** News of the same topic join one alert for ten minutes; without one it always stands alone. */
  topic?: string
  /** What of the topic this is: episodes, formats. Counted once each. */
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

/** What a device shows. Title and body are sentences of ours; what others wrote is cut to a line. */
export interface Notice {
  /** Null: a test. */
  alert_id: number | null
  type: AlertType | 'test'
  title: string
  body: string
  /** Absent: leave the number on the icon as it is. */
  badge?: number
  /** At most 64 bytes; a notice that arrives twice takes its own place on the device. */
  collapse_id?: string
  data: AlertData
}
