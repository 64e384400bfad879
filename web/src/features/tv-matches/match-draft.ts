import type { SeasonMap } from '@foyer/contract/tv-matches/tv-match'
import type { TvMatchCandidate, TvMatchDetail } from '@foyer/contract/tv-matches/tv-matches'

/** The values of the match form. */
export interface Draft {
  /** Null if no series is selected. */
  tvdb_id: number | null
  title: string
  /** The series' season numbers; 0 is the specials. */
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

/** For a new series, seasons are matched by number as far as they exist. */
export function withSeries(
  series: Pick<TvMatchCandidate, 'tvdb_id' | 'title' | 'seasons'>,
  source: readonly number[],
): Draft {
  const { tvdb_id, title, seasons } = series
  const kept = source.filter(number => seasons.includes(number)).map(number => [String(number), number])
  return { tvdb_id, title, seasons, map: Object.fromEntries(kept) }
}

/** Null removes the season from the map. */
export function withSeason(draft: Draft, source: number, target: number | null): Draft {
  const { [String(source)]: _, ...rest } = draft.map
  return { ...draft, map: target === null ? rest : { ...rest, [String(source)]: target } }
}

export function isChanged(draft: Draft, detail: TvMatchDetail): boolean {
  const before = draftOf(detail)
  const keys = new Set([...Object.keys(before.map), ...Object.keys(draft.map)])
  return before.tvdb_id !== draft.tvdb_id || [...keys].some(key => before.map[key] !== draft.map[key])
}

/** Unmatched seasons of the show; requests for them would wait for an admin. */
export function unmatched(draft: Draft, source: readonly number[]): number[] {
  return source.filter(number => draft.map[String(number)] === undefined)
}
