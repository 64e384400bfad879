import type { SeasonScope, Selection } from '@foyer/contract/requests/requests'
import type { SeasonStatus } from '@foyer/contract/title-statuses'

/** A season from the metadata provider. */
export interface Season {
  season_number: number
  name: string
  episode_count: number
  air_date?: string | null | undefined
}

export interface SeasonChoice extends Season {
  status: SeasonStatus | undefined
  /** There is nothing left to request. */
  settled: boolean
}

const SETTLED: ReadonlySet<string> = new Set(['available', 'downloading', 'requested', 'pending'])

/**
 * Specials are not part of a request (1/4.6). An incomplete season can be requested unless it is already monitored.
 */
export function seasonChoices(
  seasons: readonly Season[],
  statuses: readonly SeasonStatus[] = [],
): SeasonChoice[] {
  const byNumber = new Map(statuses.map(one => [one.season_number, one]))
  return seasons
    .filter(season => season.season_number > 0)
    .map(season => {
      const status = byNumber.get(season.season_number)
      const wanted = status?.status === 'partial' && status.monitored
      return { ...season, status, settled: SETTLED.has(status?.status ?? '') || wanted }
    })
    .sort((a, b) => a.season_number - b.season_number)
}

/** The seasons of a scope, until the server has resolved it (1:4.6). */
export function seasonsOf(
  scope: SeasonScope | 'some',
  seasons: readonly SeasonChoice[],
  today: string,
): number[] {
  const numbers = seasons.map(season => season.season_number)
  const begun = seasons.filter(({ air_date }) => air_date && air_date <= today)
  if (scope === 'all') return numbers
  if (scope === 'latest') return [begun.at(-1)?.season_number ?? numbers.at(-1) ?? 0].filter(Boolean)
  return scope === 'some' ? [] : numbers.slice(0, 1)
}

export interface Draft {
  instance_id: string | undefined
  /** `some`: exactly the listed seasons. */
  scope: SeasonScope | 'some'
  seasons: readonly number[]
  quality_profile_id: number | undefined
  on_behalf_of: number | undefined
}

interface Allowed {
  can_choose_season: boolean
  can_choose_quality: boolean
}

/** The body of a request, without options the person may not choose. */
export function selectionOf(
  title: { media_type: 'movie' | 'tv'; tmdb_id: number; name: string },
  draft: Draft,
  allowed: Allowed,
): Selection {
  const { media_type, tmdb_id, name } = title
  const { scope, seasons, quality_profile_id, on_behalf_of, instance_id } = draft
  const chooses = media_type === 'tv' && allowed.can_choose_season
  return {
    media_type,
    tmdb_id,
    title: name,
    ...(instance_id && { instance_id }),
    ...(chooses && (scope === 'some' ? { seasons: [...seasons] } : { season_scope: scope })),
    ...(allowed.can_choose_quality && quality_profile_id ? { quality_profile_id } : {}),
    ...(on_behalf_of && { on_behalf_of }),
  }
}

/** "1–3, 5": ranges of numbers. */
export function seasonRuns(seasons: readonly number[]): string {
  const runs: [number, number][] = []
  for (const season of seasons.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && season <= last[1] + 1) last[1] = season
    else runs.push([season, season])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
}
