import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Generated } from 'kysely'
import type { Fixed, Flag, FormatKey, Time } from '#db/column-types.ts'

/** One accepted unit (1:4.9). Rows are never deleted: refunds and resets are dates. */
export interface RequestChargesTable {
  id: Generated<number>
  user_id: Fixed<number>
  media_type: Fixed<MediaType>
  book_format: Fixed<FormatKey>
  /** Follows the request when an admin approves it for another library. */
  instance_id: string
  /** `603`, `1399:2`, or a foreign id. */
  unit: Fixed<string>
  request_id: Fixed<number>
  charged_at: Fixed<Time>
  began: Flag
  refunded_at: Time | null
  reset_at: Time | null
}

export interface RequestQuotaOverridesTable {
  user_id: Fixed<number>
  media_type: Fixed<MediaType>
  book_format: Fixed<FormatKey>
  /** Null: unlimited. */
  count: number | null
  window_days: number
}

/** Who forgave whom which allowance, and when. */
export interface RequestQuotaResetsTable {
  id: Generated<number>
  user_id: Fixed<number>
  media_type: Fixed<MediaType>
  book_format: Fixed<FormatKey>
  reset_by: number | null
  reset_at: Fixed<Time>
}

export interface RequestQuotasTables {
  request_charges: RequestChargesTable
  request_quota_overrides: RequestQuotaOverridesTable
  request_quota_resets: RequestQuotaResetsTable
}
