import type { SeasonScope } from '@foyer/contract/requests'
import type { RepairTarget } from '@foyer/contract/tv-repairs'
import type { TvMatch } from '@foyer/contract/tv-match'
import { mapSeasons } from '#features/tv-matches/index.ts'

/** What a repair looks at of a request. */
export interface RepairableRequest {
  decision: string
  seasons: readonly number[] | null
  season_scope: SeasonScope | null
  match: TvMatch | null
}

/** Where a request went or would go by a match; null: nobody can tell, or nowhere. */
export function targetBy(
  match: TvMatch | null,
  { seasons, season_scope }: Pick<RepairableRequest, 'seasons' | 'season_scope'>,
): RepairTarget | null {
  if (match?.tvdb_id === undefined || match.state !== 'resolved') return null
  const source_seasons = [...(seasons ?? [])]
  const { targets } = mapSeasons(match, source_seasons)
  return { match, source_seasons, target_seasons: targets, pilot: season_scope === 'pilot' }
}

function isSameTarget(a: RepairTarget, b: RepairTarget): boolean {
  return (
    a.match.tvdb_id === b.match.tvdb_id &&
    a.target_seasons.length === b.target_seasons.length &&
    a.target_seasons.every((season, i) => season === b.target_seasons[i])
  )
}

export interface RepairCase {
  request: RepairableRequest
  /** How the show is matched now; null: its library is gone. */
  intended: TvMatch | null
  /** What repaired it last. */
  repair: RepairableRequest | null
}

export interface RepairVerdict {
  recorded_target: RepairTarget | null
  intended_target: RepairTarget | null
  requires_approval: boolean
  can_repair: boolean
  /** The last repair went where this one would go: asking again changes nothing. */
  is_repaired: boolean
  message: string
}

/** 1:4.7: a request that went elsewhere than its show is matched to now can be made good, once for each match. */
export function judgeRepair({ request, intended, repair }: RepairCase): RepairVerdict {
  const recorded_target = targetBy(request.match, request)
  const intended_target = targetBy(intended, request)
  const requires_approval = request.decision === 'pending'
  const seen = { recorded_target, intended_target, requires_approval, is_repaired: false }
  const not = (message: string): RepairVerdict => ({ ...seen, can_repair: false, message })

  if (requires_approval) return not('This request waits for approval. Choose its seasons again there.')
  if (request.decision !== 'approved') return not('This request was not accepted.')
  if (!intended) return not('The library of this request is gone.')
  if (!intended_target) return not(intended.message ?? 'The show has no match.')
  const unmapped = mapSeasons(intended, request.seasons ?? []).unmapped
  if (unmapped.length > 0) return not(`The match has no place for season ${unmapped.join(', ')}.`)
  const repaired = repair && targetBy(repair.match, repair)
  if (repaired && isSameTarget(repaired, intended_target)) {
    return { ...not('This request is repaired already.'), is_repaired: true }
  }
  // A repair that went elsewhere has taken the place of the original.
  const last = repaired ?? recorded_target
  if (last && isSameTarget(last, intended_target)) return not('This request went to the right place.')
  const message = last
    ? 'This request went to another series or to other seasons.'
    : 'It is not known where this request went.'
  return { ...seen, can_repair: true, message }
}
