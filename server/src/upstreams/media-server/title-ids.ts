import type { WantedTitle } from '#ports/title-lookup.ts'

/** What a server knows about an item, by provider. */
export interface ItemIds {
  tmdb?: string | undefined
  tvdb?: string | undefined
}

/** Movies are matched by TMDB id, shows by TVDB id and otherwise by TMDB id (2:4.13.6). Null: nothing to match by. */
export function usableIds({ kind, tmdb_id, tvdb_id }: WantedTitle): ItemIds | null {
  const tmdb = tmdb_id === undefined ? undefined : String(tmdb_id)
  const tvdb = kind === 'movie' || tvdb_id === undefined ? undefined : String(tvdb_id)
  return tmdb === undefined && tvdb === undefined ? null : { tmdb, tvdb }
}

/** By the TVDB id where both sides have one, otherwise by the TMDB id. Never by name. */
export function isSameTitle(wanted: ItemIds, item: ItemIds): boolean {
  if (wanted.tvdb !== undefined && item.tvdb !== undefined) return wanted.tvdb === item.tvdb
  return wanted.tmdb !== undefined && wanted.tmdb === item.tmdb
}
