import type { DestinationKind } from '@foyer/contract/destinations/destination'
import type { Fixed, Time } from '#db/column-types.ts'

/** A place that alerts go to besides devices (C64). */
export interface DestinationsTable {
  id: Fixed<string>
  /** Null: the household's. */
  owner_id: Fixed<number | null>
  kind: Fixed<DestinationKind>
  name: string
  enabled: 0 | 1
  /** JSON list of categories (1/4.14). */
  events: string
  /** Sealed JSON: address and secret. */
  config_box: string
  /** What may be shown of the address. */
  target: string
  has_secret: 0 | 1
  confirmed: 0 | 1
  /** Of the link that confirms a personal e-mail address. */
  confirm_hash: string | null
  confirm_until: Time | null
  last_sent_at: Time | null
  failing_since: Time | null
  last_error: string | null
  created_at: Fixed<Time>
  updated_at: Time
}

export interface DestinationsTables {
  destinations: DestinationsTable
}
