import type { Fixed, Time } from '#db/column-types.ts'

/** An admin's override for a show; `default` rows keep the count of revisions (1/4.7). */
export interface TvMatchesTable {
  tmdb_id: Fixed<number>
  /** Of the show, so that a list of them needs no provider. */
  title: string
  mode: 'custom' | 'paused' | 'default'
  tvdb_id: number | null
  target_title: string | null
  /** JSON `{"<source season>": <target season>}`. */
  season_map: string
  local_revision: number
  updated_at: Time
  updated_by: number | null
}

/** The TVDB id of a show by its TMDB id, valid for thirty days (1/4.7). */
export interface TvIdentitiesTable {
  tmdb_id: Fixed<number>
  tvdb_id: number
  source: 'metadata' | 'lists'
  found_at: Time
}

export interface TvMatchesTables {
  tv_matches: TvMatchesTable
  tv_identities: TvIdentitiesTable
}
