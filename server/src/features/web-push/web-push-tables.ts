import type { Generated } from 'kysely'
import type { Fixed, Time } from '#db/column-types.ts'

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

export interface WebPushTables {
  web_push_subscriptions: WebPushSubscriptionsTable
}
