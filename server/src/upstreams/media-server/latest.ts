import type { ServerTitle } from '#ports/latest-titles.ts'
import type { ItemIds } from './title-ids.ts'

export function newestFirst(titles: readonly ServerTitle[], limit: number): ServerTitle[] {
  return titles.toSorted((a, b) => b.added_at.localeCompare(a.added_at)).slice(0, limit)
}

/** Servers store ids as text that people may have typed. */
export function tmdbId({ tmdb = '' }: ItemIds): { tmdb_id?: number } {
  return /^[1-9]\d{0,9}$/.test(tmdb) ? { tmdb_id: Number(tmdb) } : {}
}
