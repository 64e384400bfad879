import type { Generated } from 'kysely'
import type { Fixed, Time } from '#db/column-types.ts'

export interface InboxEntriesTable {
  id: Generated<number>
  user_id: Fixed<number>
  alert_id: Fixed<number>
  type: Fixed<string>
  media_type: Fixed<string | null>
  tmdb_id: Fixed<number | null>
  instance_id: Fixed<string | null>
  /** No foreign key: what was news outlives the request. */
  request_id: Fixed<number | null>
  /** JSON, with the words of 1/4.14. */
  data: string
  created_at: Fixed<Time>
  read_at: Time | null
}

export interface InboxTables {
  inbox_entries: InboxEntriesTable
}
