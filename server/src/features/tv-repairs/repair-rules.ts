import type { SeasonScope } from '@foyer/contract/requests/requests'
import type { RepairTarget } from '@foyer/contract/tv-matches/tv-repairs'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { mapSeasons } from '#features/tv-matches/index.ts'

/** The facts about a request that a repair needs. */
export interface RepairableRequest {
  decision: string
  seasons: readonly number[] | null
  season_scope: SeasonScope | null
  match: TvMatch | null
}

/** The target of a request according to a match; null: unknown or none. */
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
  /** The show's current match; null: its library is gone. */
  intended: TvMatch | null
  /** The latest repair. */
  repair: RepairableRequest | null
}

export interface RepairVerdict {
  recorded_target: RepairTarget | null
  intended_target: RepairTarget | null
  requires_approval: boolean
  can_repair: boolean
  /** The latest repair has the same target: repeating it changes nothing. */
  is_repaired: boolean
  message: string
}

/** 1:4.7: a request whose target differs from its show's current match can be repaired, once per match. */
export function judgeRepair({ request, intended, repair }: RepairCase): RepairVerdict {
  const recorded_target = targetBy(request.match, request)
  const intended_target = targetBy(intended, request)
  const requires_approval = request.decision === 'pending'
  const seen = { recorded_target, intended_target, requires_approval, is_repaired: false }
  const not = (message: string): RepairVerdict => ({ ...seen, can_repair: false, message })

  if (requires_approval)
    return not('This request is waiting for approval. Choose its seasons again when you approve it.')
  if (request.decision !== 'approved') return not('This request was not accepted.')
  if (!intended) return not('The library of this request is gone.')
  if (!intended_target) return not(intended.message ?? 'The show has no match.')
  const unmapped = mapSeasons(intended, request.seasons ?? []).unmapped
  if (unmapped.length > 0) return not(`The match has no place for season ${unmapped.join(', ')}.`)
  const repaired = repair && targetBy(repair.match, repair)
  if (repaired && isSameTarget(repaired, intended_target)) {
    return { ...not('This request is repaired already.'), is_repaired: true }
  }
  // A repair with another target has replaced the original.
  const last = repaired ?? recorded_target
  if (last && isSameTarget(last, intended_target)) return not('This request went to the right place.')
  const message = last
    ? 'This request went to another series or to other seasons.'
    : 'It is not known where this request went.'
  return { ...seen, can_repair: true, message }
}
