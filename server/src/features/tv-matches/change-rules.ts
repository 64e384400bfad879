import { fillSentence } from '@foyer/contract/sentences'
import { MATCH_SENTENCES } from '@foyer/contract/tv-matches/match-sentences'
import type {
  SourceSeason,
  TargetSeason,
  TvMatchChange,
  TvMatchDetail,
} from '@foyer/contract/tv-matches/tv-matches'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { Refusal } from '#kit/refusal.ts'
import type { LocalMatch } from './match-rules.ts'

/** The library manager's facts about a target. */
export interface Target {
  title: string
  series_id?: number
  seasons: readonly TargetSeason[]
}

/** Applies a change to the previous match. The count increases, so that older revisions no longer fit. */
export function changedMatch(
  show: { tmdb_id: number; title: string },
  before: LocalMatch | null,
  change: TvMatchChange,
  target: Target | null,
): LocalMatch {
  const { tmdb_id, title } = show
  const common = { tmdb_id, title, local_revision: (before?.local_revision ?? 0) + 1 }
  if (change.mode !== 'custom') {
    return { ...common, mode: change.mode, tvdb_id: null, target_title: null, season_map: {} }
  }
  const { mode, tvdb_id, season_map } = change
  return { ...common, mode, tvdb_id, target_title: target?.title ?? null, season_map }
}

/** Whether the change would repeat the current decision. */
export function isSameDecision(before: LocalMatch | null, after: LocalMatch): boolean {
  const mode = before?.mode ?? 'default'
  if (mode !== after.mode) return false
  return (
    mode !== 'custom' || (before?.tvdb_id === after.tvdb_id && sameMap(before.season_map, after.season_map))
  )
}

function sameMap(a: LocalMatch['season_map'], b: LocalMatch['season_map']): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => a[key] === b[key])
}

/** 1/4.7: a custom match must point to an existing series and existing seasons. */
export function assertTargetsExist(
  change: Extract<TvMatchChange, { mode: 'custom' }>,
  target: Target | null,
): asserts target is Target {
  if (!target) {
    const sentence = MATCH_SENTENCES.no_series_with_id
    throw new Refusal('validation', { error: sentence, fields: { tvdb_id: sentence } })
  }
  const existing = new Set(target.seasons.map(season => season.season_number))
  const missing = Object.entries(change.season_map).filter(([, number]) => !existing.has(number))
  if (missing.length === 0) return
  const fields = Object.fromEntries(
    missing.map(([source, number]) => [
      `season_map.${source}`,
      fillSentence(MATCH_SENTENCES.no_such_season, { season: String(number) }),
    ]),
  )
  throw new Refusal('validation', { error: MATCH_SENTENCES.no_such_seasons, fields })
}

export function presentDetail(
  match: TvMatch,
  source_seasons: readonly SourceSeason[],
  target: Target | null,
  instance_id: string,
): TvMatchDetail {
  const isLost = match.tvdb_id !== undefined && target === null
  return {
    match: {
      ...match,
      ...(target && { target_title: target.title }),
      ...(target?.series_id !== undefined && { series_id: target.series_id }),
      ...(isLost && { message: MATCH_SENTENCES.no_series_with_id }),
    },
    source_seasons: [...source_seasons],
    target_seasons: [...(target?.seasons ?? [])],
    instance_id,
  }
}
