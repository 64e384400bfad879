import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { TitleRemoval } from '@foyer/contract/title-tools'
import type { Generated } from 'kysely'
import type { Fixed, Flag, Time } from '#db/column-types.ts'

/** A removal of a title from a library, from before the library was told to its end. */
export interface LibraryRemovalsTable {
  id: Generated<number>
  media_type: Fixed<MediaType>
  /** Of a movie or show; 0 for books and albums, which `files` names. */
  tmdb_id: Fixed<number>
  instance_id: Fixed<string>
  instance_name: Fixed<string>
  record_id: Fixed<number>
  title: Fixed<string>
  folder: Fixed<string>
  /** JSON: the name and size of each file, and of a book or album its id (`RemovedFiles`). */
  files: Fixed<string>
  delete_files: Fixed<Flag>
  user_id: number | null
  state: TitleRemoval['state']
  started_at: Fixed<Time>
  ended_at: Time | null
}

export interface TitleToolsTables {
  library_removals: LibraryRemovalsTable
}
