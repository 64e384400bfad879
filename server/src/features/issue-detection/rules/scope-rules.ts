import type { SeasonMap } from '@foyer/contract/tv-matches/tv-match'
import type { ManagedTitle } from '#ports/manager-reads.ts'

/**
 * What an issue is about within its library, numbered as the metadata provider numbers it. Null is the same as absent.
 */
export interface IssueScope {
  tmdb_id?: number | null | undefined
  tvdb_id?: number | null | undefined
  foreign_id?: string | null | undefined
  book_format?: 'ebook' | 'audiobook' | null | undefined
  /** Without an episode it is the whole season. */
  season_number?: number | null | undefined
  episode_number?: number | null | undefined
}

/** The shows of the metadata provider that point to a series of the library, with their seasons there. */
export type ShowsOfSeries = ReadonlyMap<
  number,
  readonly { tmdb_id: number; season_map: Readonly<SeasonMap> | 'same' }[]
>

/**
 * The scope of one row of a queue or history. A library may number seasons differently; where it is not known which
 * season of which show a row belongs to, the scope leaves it out.
 */
export function scopeOfTitle(title: ManagedTitle, shows: ShowsOfSeries): IssueScope {
  const { tmdb_id, tvdb_id, foreign_id, format, season_number, episode_number } = title
  if (foreign_id !== undefined) return { foreign_id, book_format: format }
  if (tvdb_id === undefined) return { tmdb_id }
  const found = shows.get(tvdb_id)
  // A show that nobody requested has no stored match: its seasons keep their numbers.
  if (!found || found.length === 0) return { tmdb_id, tvdb_id, season_number, episode_number }
  const fitting = found.flatMap(show => {
    const season = season_number === undefined ? undefined : providerSeason(show.season_map, season_number)
    return season === null ? [] : [{ tmdb_id: show.tmdb_id, season_number: season }]
  })
  const [show, ...others] = fitting
  if (show && others.length === 0) {
    const place = show.season_number === undefined ? {} : { ...show, episode_number }
    return { tvdb_id, tmdb_id: show.tmdb_id, ...place }
  }
  const [only] = found
  return { tvdb_id, ...(only && found.length === 1 && { tmdb_id: only.tmdb_id }) }
}

/** Null: the match does not have this season of the library. */
function providerSeason(season_map: Readonly<SeasonMap> | 'same', library_season: number): number | null {
  if (season_map === 'same') return library_season
  const entry = Object.entries(season_map).find(([, target]) => target === library_season)
  return entry ? Number(entry[0]) : null
}

/**
 * The scope of one download: a pack has a row per episode and is about their season; a pack of several seasons is about
 * the show.
 */
export function scopeOfRows(rows: readonly IssueScope[]): IssueScope {
  const [first] = rows
  if (!first) return {}
  const { season_number, episode_number, ...title } = first
  if (rows.some(row => row.season_number !== season_number)) return title
  if (rows.some(row => row.episode_number !== episode_number)) return { ...title, season_number }
  return first
}

/** Whether a row of the queue has this scope or is part of it: an episode is part of its season and show. */
export function isOfScope(row: IssueScope, scope: IssueScope): boolean {
  if (!isSameTitle(row, scope)) return false
  if (isUnknown(scope.season_number)) return true
  if (row.season_number !== scope.season_number) return false
  return isUnknown(scope.episode_number) || row.episode_number === scope.episode_number
}

/**
 * C50: whether one download, given by its rows, brings exactly this scope. One episode does not replace a season, nor
 * one season a show. A queue does not report how many episodes a season has: a download of several counts as a pack.
 */
export function isWholeScope(rows: readonly IssueScope[], scope: IssueScope): boolean {
  const own = rows.filter(row => isOfScope(row, scope))
  if (own.length === 0 || !isUnknown(scope.episode_number) || !own.some(isOfShow)) return own.length > 0
  const parts = own.map(row => (isUnknown(scope.season_number) ? row.season_number : row.episode_number))
  return new Set(parts.filter(part => !isUnknown(part))).size > 1
}

function isOfShow({ tvdb_id, season_number }: IssueScope): boolean {
  return !isUnknown(tvdb_id) || !isUnknown(season_number)
}

function isSameTitle(a: IssueScope, b: IssueScope): boolean {
  if (a.foreign_id || b.foreign_id) {
    if (a.foreign_id !== b.foreign_id) return false
    // A manager with a single format does not report it.
    return !a.book_format || !b.book_format || a.book_format === b.book_format
  }
  if (!isUnknown(a.tmdb_id) && !isUnknown(b.tmdb_id)) return a.tmdb_id === b.tmdb_id
  return !isUnknown(a.tvdb_id) && a.tvdb_id === b.tvdb_id
}

function isUnknown(value: number | null | undefined): boolean {
  return value === null || value === undefined
}
