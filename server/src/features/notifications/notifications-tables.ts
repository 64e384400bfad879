import type { Generated } from 'kysely'
import type { Fixed, Time } from '#db/column-types.ts'

/** Something worth a notification, saved together with the fact itself (docs/adr/0009). */
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
  channel: Fixed<'push' | 'web_push' | 'chat_webhook' | 'destination'>
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
  /** The fact it reports, such as `request:7`; unique within its channel. Null: from a fan-out. */
  receipt: Fixed<string | null>
  created_at: Fixed<Time>
  updated_at: Time
}

/** Until when a place takes no message, at its own request (2:4.10). */
export interface SendHoldsTable {
  channel: Fixed<'chat_webhook' | 'destination'>
  destination: Fixed<string>
  until: Time
}

export interface NotificationPreferencesTable {
  user_id: Fixed<number>
  /** JSON: each switch of 1/4.14. */
  choices: string
  updated_at: Time
}

export interface NotificationsTables {
  alerts: AlertsTable
  alert_sends: AlertSendsTable
  send_holds: SendHoldsTable
  notification_preferences: NotificationPreferencesTable
}
