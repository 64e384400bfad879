import type { Fixed, Time } from '#db/column-types.ts'

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

export interface SessionsTables {
  devices: DevicesTable
}
