import type { AccessAskState, GrantedMedium } from '@foyer/contract/library-access'
import type { Fixed, Time } from '#db/column-types.ts'

/** One row per person and medium: the latest ask. */
export interface AccessAsksTable {
  user_id: Fixed<number>
  media_type: Fixed<GrantedMedium>
  state: AccessAskState
  asked_at: Time
  decided_at: Time | null
}

export interface LibraryAccessTables {
  access_asks: AccessAsksTable
}
