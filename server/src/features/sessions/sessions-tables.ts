import type { Generated } from 'kysely'
import type { Fixed, Time } from '#db/column-types.ts'
import type { SessionOrigin } from './session-origin.ts'

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
  /** The sign-in method; empty for sessions that are older than the column. */
  began_with: Generated<SessionOrigin['method'] | ''>
  began_issuer: string | null
  began_subject: string | null
  /** The `sid` of the provider's session (C63). */
  provider_session: string | null
}

export interface SessionsTables {
  devices: DevicesTable
}
