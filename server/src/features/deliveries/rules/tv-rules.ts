import { knownDelivery, sayDelivery } from '@foyer/contract/requests/delivery-sentences'
import type { RequestStatus } from '@foyer/contract/requests/requests'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { mapSeasons } from '#features/tv-matches/index.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { ShelfEpisode, ShelfSeries } from '#ports/courier-series.ts'
import type { CourierOutcome } from '../couriers/courier.ts'

/** The target of a request in the library. */
export interface DeliveryTarget {
  tvdb_id: number
  /** The library's own season numbers, sorted. */
  seasons: number[]
}

/**
 * C13, 1:4.8.2: a request goes to the target that it was accepted with, or to none. A request that was accepted
 * before its target was known uses the one that is found now.
 */
export function chooseTarget(
  accepted: TvMatch | null,
  current: TvMatch,
  seasons: readonly number[],
): { target: DeliveryTarget } | { outcome: CourierOutcome } {
  if (current.state === 'paused') {
    const message = knownDelivery(current.message) ?? sayDelivery('match_paused')
    return { outcome: { attention: 'tv_match_paused', message } }
  }
  if (current.state === 'unresolved' || current.tvdb_id === undefined) {
    const message = knownDelivery(current.message) ?? sayDelivery('no_series_found')
    return { outcome: { attention: 'tv_match_ambiguous', message } }
  }
  const { targets, unmapped } = mapSeasons(current, seasons)
  if (accepted && hasOtherTarget(accepted, { tvdb_id: current.tvdb_id, targets }, seasons)) {
    const message = sayDelivery('match_changed')
    return { outcome: { attention: 'tv_match_changed', message } }
  }
  if (unmapped.length > 0 || targets.length === 0) {
    const name = unmapped.length === 1 ? 'season_unmapped' : 'seasons_unmapped'
    const message = sayDelivery(name, { seasons: unmapped.join(', ') })
    return { outcome: { attention: 'tv_seasons_unmapped', message } }
  }
  return { target: { tvdb_id: current.tvdb_id, seasons: targets } }
}

/** Compares targets, not revisions: a match that was paused and resumed still has the same target. */
function hasOtherTarget(
  accepted: TvMatch,
  { tvdb_id, targets }: { tvdb_id: number; targets: readonly number[] },
  seasons: readonly number[],
): boolean {
  if (accepted.state !== 'resolved') return false
  if (accepted.tvdb_id !== tvdb_id) return true
  const before = mapSeasons(accepted, seasons)
  // Seasons that were unmapped at acceptance and are mapped now are what the request waited for.
  return before.unmapped.length === 0 && before.targets.join() !== targets.join()
}

/** The metadata provider's seasons that correspond to these seasons of the library. */
export function sourceSeasons(
  match: TvMatch,
  seasons: readonly number[],
  targets: readonly number[],
): number[] {
  return seasons.filter(season => mapSeasons(match, [season]).targets.some(one => targets.includes(one)))
}

export interface SeasonPlan {
  /** Seasons that the library does not have. */
  unknown: number[]
  /** Seasons with missing episodes that are not monitored. */
  open: number[]
  /** Episodes that the season's monitored flag would not reach, because it is set already (sonarr.md). */
  episode_ids: number[]
  /** Seasons without a missing aired episode. */
  available: number[]
  /** The combined status of the selected seasons (1/3). */
  status: RequestStatus
}

/** The work left for these seasons of a series in the library. Nothing is ever unmonitored. */
export function planSeasons(
  series: ShelfSeries,
  episodes: readonly ShelfEpisode[],
  wanted: readonly number[],
  now: Date,
): SeasonPlan {
  const seasons = wanted.map(number => inspectSeason(series, episodes, number, now))
  const open = seasons.filter(season => season.is_known && season.is_open)
  const numbers = (list: typeof seasons) => list.map(season => season.number)
  return {
    unknown: numbers(seasons.filter(season => !season.is_known)),
    open: numbers(open),
    episode_ids: open.filter(season => season.is_monitored).flatMap(season => season.unmonitored_ids),
    available: numbers(seasons.filter(season => season.is_available)),
    status: statusOf(seasons),
  }
}

function inspectSeason(series: ShelfSeries, episodes: readonly ShelfEpisode[], number: number, now: Date) {
  const flag = series.seasons.find(one => one.season_number === number)
  const own = episodes.filter(one => one.season_number === number)
  const aired = own.filter(one => one.airs_at !== null && Date.parse(one.airs_at) <= now.getTime())
  const missing = own.filter(one => !one.has_file)
  const unmonitored = missing.filter(one => !one.monitored)
  const is_available = aired.length > 0 && aired.every(one => one.has_file)
  const is_monitored = flag?.monitored ?? false
  const is_wanted = series.monitored && is_monitored && unmonitored.length === 0
  return {
    number,
    is_known: flag !== undefined || own.length > 0,
    is_monitored,
    is_available,
    has_files: own.some(one => one.has_file),
    // A season that is still airing is open until its future episodes are monitored too.
    is_open: !is_wanted && !(is_available && missing.length === 0),
    unmonitored_ids: unmonitored.map(one => one.record_id),
  }
}

function statusOf(seasons: readonly { is_available: boolean; has_files: boolean }[]): RequestStatus {
  if (seasons.length > 0 && seasons.every(season => season.is_available)) return 'available'
  return seasons.some(season => season.has_files) ? 'partial' : 'requested'
}

const FIRST_CHECK_MS = 10_000
const LONGEST_CHECK_MS = 5 * MINUTE_MS

/** The delay before checking again on a manager that is busy with an add: as long as it has taken so far. */
export function nextCheckMs(waiting_since: string | null, now: Date): number {
  return Math.min(Math.max(waitedMs(waiting_since, now), FIRST_CHECK_MS), LONGEST_CHECK_MS)
}

export function waitedMs(waiting_since: string | null, now: Date): number {
  return waiting_since === null ? 0 : now.getTime() - Date.parse(waiting_since)
}
