import { MATCH_SENTENCES, type MatchReason } from '@foyer/contract/tv-matches/match-sentences'
import type { SeasonMap, TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { sha256 } from '#kit/crypto.ts'
import { BUNDLE_VERSION, BUNDLED_MATCHES } from './bundled-matches.ts'

/** An admin's decision about a show; `default` keeps only the count of earlier decisions. */
export interface LocalMatch {
  tmdb_id: number
  title: string
  mode: 'custom' | 'paused' | 'default'
  tvdb_id: number | null
  target_title: string | null
  season_map: SeasonMap
  local_revision: number
}

/** The facts about a show that matching needs. */
export interface MatchedShow {
  tmdb_id: number
  title: string
  seasons: readonly { season_number: number }[]
}

/** The result of resolving a show without a decision. */
export type Finding =
  | { tvdb_id: number; provenance: 'metadata' | 'title'; target_title?: string }
  | { tvdb_id: null; message: MatchReason }

export interface RevisionParts {
  tmdb_id: number
  local_revision: number
  state: TvMatch['state']
  tvdb_id: number | null
  /** `same`: season numbers are identical, including future seasons. */
  season_map: SeasonMap | 'same'
}

/**
 * 1/4.7: covers bundle version, local revision, state, target and map. Identical season numbers are not listed, so
 * that a newly announced season does not change the revision.
 */
export function revisionOf({ tmdb_id, local_revision, state, tvdb_id, season_map }: RevisionParts): string {
  const map = season_map === 'same' ? season_map : sortedEntries(season_map)
  return sha256(JSON.stringify([BUNDLE_VERSION, tmdb_id, local_revision, state, tvdb_id, map])).slice(0, 24)
}

function sortedEntries(map: SeasonMap): [number, number][] {
  return Object.entries(map)
    .map(([source, target]): [number, number] => [Number(source), target])
    .sort(([a], [b]) => a - b)
}

/** The decision of an admin or of the bundled set, without calling a provider. Null: it must be resolved. */
export function decidedMatch(tmdb_id: number, local: LocalMatch | null): TvMatch | null {
  const local_revision = local?.local_revision ?? 0
  if (local?.mode === 'paused') {
    const season_map = {}
    return {
      tmdb_id,
      title: local.title,
      season_map,
      provenance: 'custom',
      revision: revisionOf({ tmdb_id, local_revision, state: 'paused', tvdb_id: null, season_map }),
      state: 'paused',
      message: MATCH_SENTENCES.match_paused,
    }
  }
  const bundled = BUNDLED_MATCHES.get(tmdb_id)
  const custom =
    local?.mode === 'custom' && local.tvdb_id !== null ? { ...local, tvdb_id: local.tvdb_id } : null
  const decided = custom ?? bundled
  if (!decided) return null
  const { title, tvdb_id, target_title, season_map } = decided
  return {
    tmdb_id,
    title,
    tvdb_id,
    ...(target_title !== null && { target_title }),
    season_map,
    provenance: custom ? 'custom' : 'bundled',
    revision: revisionOf({ tmdb_id, local_revision, state: 'resolved', tvdb_id, season_map }),
    state: 'resolved',
  }
}

/** The match for a resolved show: its seasons keep their numbers. */
export function foundMatch(show: MatchedShow, local_revision: number, finding: Finding): TvMatch {
  const { tmdb_id, title } = show
  const { tvdb_id } = finding
  const state = tvdb_id === null ? 'unresolved' : 'resolved'
  const revision = revisionOf({ tmdb_id, local_revision, state, tvdb_id, season_map: 'same' })
  if (finding.tvdb_id === null) {
    const { message } = finding
    return { tmdb_id, title, season_map: {}, provenance: 'default', revision, state, message }
  }
  const { provenance, target_title } = finding
  const season_map = Object.fromEntries(
    show.seasons.map(({ season_number }) => [String(season_number), season_number]),
  )
  return {
    tmdb_id,
    title,
    tvdb_id: finding.tvdb_id,
    ...(target_title !== undefined && { target_title }),
    season_map,
    provenance,
    revision,
    state,
  }
}

/** Whether an earlier revision is still valid according to storage; `known_tvdb_id` is the bridge's. */
export function isStillCurrent(
  match: TvMatch,
  stored: { local: LocalMatch | null; known_tvdb_id: number | null },
): boolean {
  const { local, known_tvdb_id } = stored
  const decided = decidedMatch(match.tmdb_id, local)
  if (decided) return decided.revision === match.revision
  const revision = revisionOf({
    tmdb_id: match.tmdb_id,
    local_revision: local?.local_revision ?? 0,
    state: known_tvdb_id === null ? match.state : 'resolved',
    tvdb_id: known_tvdb_id ?? match.tvdb_id ?? null,
    season_map: 'same',
  })
  return revision === match.revision
}

/**
 * The library's seasons for these seasons of the metadata provider, sorted; seasons missing from the map are unmapped.
 */
export function mapSeasons(
  match: Pick<TvMatch, 'state' | 'season_map'>,
  source: readonly number[],
): { targets: number[]; unmapped: number[] } {
  const targets = new Set<number>()
  const unmapped = new Set<number>()
  for (const season of source) {
    const target = match.state === 'resolved' ? match.season_map[String(season)] : undefined
    if (target === undefined) unmapped.add(season)
    else targets.add(target)
  }
  return { targets: inOrder(targets), unmapped: inOrder(unmapped) }
}

function inOrder(numbers: ReadonlySet<number>): number[] {
  return [...numbers].sort((a, b) => a - b)
}
