import type { Fixed, Flag, Time } from '#db/column-types.ts'

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

/** How the last poll found our webhook in a manager; no row: in order, or never looked at (C60). */
export interface WebhookStatesTable {
  instance_id: Fixed<string>
  state: string
  /** 1 from the loss of a webhook that worked until it works again. */
  is_lost: Flag
  /** 1: admins were notified of this loss. */
  is_reported: Flag
  updated_at: Time
}

export interface LibraryWebhooksTables {
  instance_webhooks: InstanceWebhooksTable
  webhook_states: WebhookStatesTable
}
