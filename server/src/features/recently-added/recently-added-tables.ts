import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Fixed, Time } from '#db/column-types.ts'

/** A title that arrived in a library; a show counts once, at its newest episode. */
export interface RecentAdditionsTable {
  instance_id: Fixed<string>
  /** Identifies the title within the library. */
  title_key: Fixed<string>
  media_type: Fixed<MediaType>
  tmdb_id: number | null
  foreign_id: string | null
  /** As the library calls it. */
  title: string
  added_at: Time
}

export interface RecentlyAddedTables {
  recent_additions: RecentAdditionsTable
}
