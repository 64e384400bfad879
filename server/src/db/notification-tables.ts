import type { Generated } from 'kysely'
import type { Fixed, Time } from './column-types.ts'

/** Something worth telling, saved together with the fact it tells of (docs/adr/0009). */
export interface AlertsTable {
  id: Generated<number>
  type: Fixed<string>
  /** JSON: admins, named people, or whoever sees the library. */
  audience: Fixed<string>
  /** JSON: what it is about, with the words of 1/4.14. */
  data: string
  /** What is the same news; null: always news of its own. */
  topic: Fixed<string | null>
  /** JSON list of what was counted into it: episodes, tracks, formats. */
  parts: string
  /** `held` until its people were looked up, then `told`. */
  state: 'held' | 'told'
  created_at: Fixed<Time>
  told_at: Time | null
}

/** One alert on its way to one destination. */
export interface AlertSendsTable {
  id: Generated<number>
  alert_id: Fixed<number>
  channel: Fixed<'push' | 'web_push' | 'chat_webhook'>
  user_id: Fixed<number | null>
  /** What the channel knows its receiver by. */
  destination: Fixed<string>
  /**
   * `claimed` right before it leaves. `unconfirmed`: it may have arrived, nobody knows, and it is not sent
   * again. `dropped`: the receiver may no longer know, or no longer wants to.
   */
  state: 'pending' | 'claimed' | 'sent' | 'failed' | 'unconfirmed' | 'dropped'
  attempts: number
  next_at: Time
  /** Of the claim; only its holder writes what came of it. */
  fence: string | null
  /** Set when a run died over it; then it was sent once more, and the receiver may have got it twice. */
  interrupted_at: Time | null
  /** A short word, never the receiver's own text. */
  detail: string | null
  created_at: Fixed<Time>
  updated_at: Time
}

export interface NotificationPreferencesTable {
  user_id: Fixed<number>
  /** JSON: each switch of 1/4.14. */
  choices: string
  updated_at: Time
}

export interface PushTokensTable {
  device_id: Fixed<string>
  user_id: number
  platform: 'ios' | 'android'
  /** Sealed; the purpose names the device. */
  token_box: string
  token_hash: string
  /** When the gateway took it; null: it is still to be told. */
  registered_at: Time | null
  /** Set when it is no longer wanted; the row goes once the gateway knows. */
  removed_at: Time | null
  last_delivered_at: Time | null
  created_at: Fixed<Time>
  updated_at: Time
}

/** A browser that agreed to alerts; it goes with its device. */
export interface WebPushSubscriptionsTable {
  id: Generated<number>
  user_id: number
  device_id: string
  endpoint: string
  /** SHA-256: endpoints are too long to index on every engine. */
  endpoint_hash: Fixed<string>
  p256dh: string
  /** Sealed. */
  auth_box: string
  created_at: Fixed<Time>
  last_delivered_at: Time | null
  failing_since: Time | null
  last_error: string | null
}

export interface InboxEntriesTable {
  id: Generated<number>
  user_id: Fixed<number>
  alert_id: Fixed<number>
  type: Fixed<string>
  media_type: Fixed<string | null>
  tmdb_id: Fixed<number | null>
  instance_id: Fixed<string | null>
  /** No foreign key: what was news outlives the request. */
  request_id: Fixed<number | null>
  /** JSON, with the words of 1/4.14. */
  data: string
  created_at: Fixed<Time>
  read_at: Time | null
}
