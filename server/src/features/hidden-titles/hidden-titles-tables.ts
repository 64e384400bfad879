import type { Fixed, Time } from '#db/column-types.ts'

/** A movie or show that nobody finds. */
export interface HiddenTitlesTable {
  media_type: Fixed<'movie' | 'tv'>
  tmdb_id: Fixed<number>
  title: Fixed<string>
  poster_path: Fixed<string | null>
  user_id: number | null
  hidden_at: Fixed<Time>
}

/** A book or an album that nobody finds. */
export interface HiddenWorksTable {
  media_type: Fixed<'book' | 'music'>
  /** Of a book as in `sourceId`; of an album its release group. */
  foreign_id: Fixed<string>
  title: Fixed<string>
  user_id: number | null
  hidden_at: Fixed<Time>
}

export interface HiddenTitlesTables {
  hidden_works: HiddenWorksTable
  hidden_titles: HiddenTitlesTable
}
