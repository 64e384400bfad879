import type { DeliveryCode, DeliveryStateName } from '@foyer/contract/requests/requests'
import type { Generated } from 'kysely'
import type { Fixed, Flag, FormatKey, Time } from '#db/column-types.ts'

/** One per book format, else one per request: what people see of the durable job that carries it. */
export interface RequestDeliveriesTable {
  id: Generated<number>
  request_id: Fixed<number>
  format: Fixed<FormatKey>
  state: DeliveryStateName
  attempts: number
  last_attempt_at: Time | null
  next_attempt_at: Time | null
  park_reason: 'delivery' | 'author_import' | null
  code: DeliveryCode | null
  message: string
  /** 1:4.9.4: set right before the first library mutation, and never cleared. */
  began: Flag
  waiting_since: Time | null
  /** The library's own record, through which live truth is read once it is known (1:4.8.6). */
  record_id: number | null
  canonical_foreign_id: string | null
  /** JSON of what the library gave us to recognise unfinished work by: import receipts, added ids. */
  receipt: string | null
  created_at: Fixed<Time>
  updated_at: Time
}

export interface DeliveriesTables {
  request_deliveries: RequestDeliveriesTable
}
