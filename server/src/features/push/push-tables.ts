import type { Fixed, Time } from '#db/column-types.ts'

export interface PushTokensTable {
  device_id: Fixed<string>
  user_id: number
  platform: 'ios' | 'android'
  /** Sealed; the purpose names the device. */
  token_box: string
  token_hash: string
  /** When the gateway took it; null: it does not know it yet. */
  registered_at: Time | null
  /** Set when it is no longer wanted; the row goes once the gateway knows. */
  removed_at: Time | null
  last_delivered_at: Time | null
  created_at: Fixed<Time>
  updated_at: Time
}

export interface PushTables {
  push_tokens: PushTokensTable
}
