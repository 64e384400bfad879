import type { SeasonMap } from '@foyer/contract/tv-match'
import type { TvMatchCandidate, TvMatchDetail } from '@foyer/contract/tv-matches'

/** A match as it stands in the form. */
export interface Draft {
  /** Null: no series is chosen. */
  tvdb_id: number | null
  title: string
  /** The numbers of the series' seasons; 0 holds its specials. */
  seasons: readonly number[]
  map: SeasonMap
}

export function draftOf({ match, target_seasons }: TvMatchDetail): Draft {
  return {
    tvdb_id: match.tvdb_id ?? null,
    title: match.target_title ?? '',
    seasons: target_seasons.map(season => season.season_number),
    map: match.season_map,
  }
}

/** Another series: its seasons are taken by their numbers, as far as it has them. */
export function withSeries(
  series: Pick<TvMatchCandidate, 'tvdb_id' | 'title' | 'seasons'>,
  source: readonly number[],
): Draft {
  const { tvdb_id, title, seasons } = series
  const kept = source.filter(number => seasons.includes(number)).map(number => [String(number), number])
  return { tvdb_id, title, seasons, map: Object.fromEntries(kept) }
}

/** Null takes the season out of the map. */
export function withSeason(draft: Draft, source: number, target: number | null): Draft {
  const { [String(source)]: _, ...rest } = draft.map
  return { ...draft, map: target === null ? rest : { ...rest, [String(source)]: target } }
}

export function isChanged(draft: Draft, detail: TvMatchDetail): boolean {
  const before = draftOf(detail)
  const keys = new Set([...Object.keys(before.map), ...Object.keys(draft.map)])
  return before.tvdb_id !== draft.tvdb_id || [...keys].some(key => before.map[key] !== draft.map[key])
}

/** Seasons of the show that lead nowhere; requests of them would wait for an admin. */
export function unmatched(draft: Draft, source: readonly number[]): number[] {
  return source.filter(number => draft.map[String(number)] === undefined)
}
