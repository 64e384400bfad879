import type { SeasonScope } from '@foyer/contract/requests'
import type { RequestPolicy } from './neighbours.ts'
import type { Wish } from './selection-rules.ts'

/** What asking needs to know of a season of the metadata provider; specials are never among them. */
export interface SourceSeason {
  season_number: number
  episode_count: number
}

/**
 * 1/4.6: whether the wish holds a choice that is not this person's to make. Saying what would happen anyway
 * is no choice.
 */
export function makesForbiddenChoice(wish: Wish, policy: RequestPolicy): boolean {
  if (wish.media_type !== 'movie' && wish.media_type !== 'tv') return false
  const { quality_profile_id: quality } = wish
  const choosesQuality = quality !== null && quality !== policy.default_quality[wish.media_type]
  if (choosesQuality && !policy.can_choose_quality) return true
  if (wish.media_type === 'movie' || policy.can_choose_season) return false
  return wish.seasons !== null || (wish.scope !== null && wish.scope !== policy.default_season_scope)
}

export interface SeasonChoice {
  scope: SeasonScope | null
  /** Win over the scope. */
  seasons: readonly number[] | null
}

/** Sorted season numbers; `unknown`: those that the show does not have; empty when it has none at all. */
export function chooseSeasons(
  known: readonly SourceSeason[],
  { scope, seasons }: SeasonChoice,
): { seasons: number[] } | { unknown: number[] } {
  const all = known.map(one => one.season_number).sort((a, b) => a - b)
  if (seasons) {
    const unknown = seasons.filter(one => !all.includes(one))
    return unknown.length > 0 ? { unknown } : { seasons: [...seasons] }
  }
  if (scope === 'all' || scope === null) return { seasons: all }
  // An announced season without episodes is not the latest that anybody could watch.
  const begun = known.filter(one => one.episode_count > 0).map(one => one.season_number)
  const latest = begun.length > 0 ? Math.max(...begun) : all.at(-1)
  const chosen = scope === 'latest' ? latest : all[0]
  return { seasons: chosen === undefined ? [] : [chosen] }
}
