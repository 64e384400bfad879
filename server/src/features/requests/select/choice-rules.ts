import type { DeliveryDefaults } from '@foyer/contract/instances/delivery-defaults'
import type { SeasonScope } from '@foyer/contract/requests/requests'
import { defaultQualityOf } from '#features/request-settings/index.ts'
import type { RequestPolicy } from '../dependencies.ts'
import type { RequestedTitle } from './selection-rules.ts'

/** The facts about a provider's season that a request needs; specials are never included. */
export interface SourceSeason {
  season_number: number
  episode_count: number
  /** `2026-11-15`; absent when unknown. */
  air_date?: string
}

/**
 * 1/4.6: whether the selection makes a choice this person is not allowed to make. Naming the default is not a choice.
 */
export function makesForbiddenChoice(
  wanted: RequestedTitle,
  policy: RequestPolicy,
  of_library: Pick<DeliveryDefaults, 'quality_profile_id'>,
  offered: readonly { id: number }[] | null,
): boolean {
  if (wanted.media_type !== 'movie' && wanted.media_type !== 'tv') return false
  const { quality_profile_id: quality } = wanted
  const choosesQuality =
    quality !== null && quality !== defaultQualityOf(policy, wanted.media_type, of_library, offered)
  if (choosesQuality && !policy.can_choose_quality) return true
  if (wanted.media_type === 'movie' || policy.can_choose_season) return false
  return wanted.seasons !== null || (wanted.scope !== null && wanted.scope !== policy.default_season_scope)
}

export interface SeasonChoice {
  scope: SeasonScope | null
  /** Take precedence over the scope. */
  seasons: readonly number[] | null
}

/** Sorted season numbers as of a day. `unknown`: seasons the show does not have. Empty when it has none at all. */
export function chooseSeasons(
  known: readonly SourceSeason[],
  { scope, seasons }: SeasonChoice,
  today: string,
): { seasons: number[] } | { unknown: number[] } {
  const all = known.map(one => one.season_number).sort((a, b) => a - b)
  if (seasons) {
    const unknown = seasons.filter(one => !all.includes(one))
    return unknown.length > 0 ? { unknown } : { seasons: [...seasons] }
  }
  if (scope === 'all' || scope === null) return { seasons: all }
  const chosen = scope === 'latest' ? latestOf(known, today) : all[0]
  return { seasons: chosen === undefined ? [] : [chosen] }
}

/** An announced season is not the latest one that can be watched, if the provider gives air dates. */
function latestOf(known: readonly SourceSeason[], today: string): number | undefined {
  const aired = known.filter(one => one.air_date !== undefined && one.air_date <= today)
  const filled = known.filter(one => one.episode_count > 0)
  const [candidates = []] = [aired, filled, known].filter(list => list.length > 0)
  return candidates.length > 0 ? Math.max(...candidates.map(one => one.season_number)) : undefined
}
