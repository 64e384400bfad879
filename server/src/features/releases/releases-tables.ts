import type { Fixed, Time } from '#db/column-types.ts'

/** A person's calendar link; the secret in it is never stored (1/I). */
export interface CalendarFeedsTable {
  user_id: Fixed<number>
  token_hash: string
  created_at: Time
}

export interface ReleasesTables {
  calendar_feeds: CalendarFeedsTable
}
