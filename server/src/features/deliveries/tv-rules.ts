import type { RequestStatus } from '@foyer/contract/requests'
import type { TvMatch } from '@foyer/contract/tv-match'
import { mapSeasons } from '#features/tv-matches/index.ts'
import type { ShelfEpisode, ShelfSeries } from '#ports/courier-series.ts'
import type { CourierOutcome } from './courier.ts'

/** What of the library is meant. */
export interface Aim {
  tvdb_id: number
  /** The library's own season numbers, sorted. */
  seasons: number[]
}

/**
 * C13, 1:4.8.2: a request goes to the target that it was accepted with, or to nobody. One that was accepted
 * before its target was known takes the one that is found now.
 */
export function aimAt(
  accepted: TvMatch | null,
  current: TvMatch,
  seasons: readonly number[],
): { aim: Aim } | { outcome: CourierOutcome } {
  if (current.state === 'paused') {
    const message = current.message ?? 'Deliveries of this show are paused until its match is corrected.'
    return { outcome: { attention: 'tv_match_paused', message } }
  }
  if (current.state === 'unresolved' || current.tvdb_id === undefined) {
    const message = current.message ?? 'It is not clear which series this show is; an admin can match it.'
    return { outcome: { attention: 'tv_match_ambiguous', message } }
  }
  const { targets, unmapped } = mapSeasons(current, seasons)
  if (accepted && isElsewhere(accepted, { tvdb_id: current.tvdb_id, targets }, seasons)) {
    const message = 'The match of this show was changed after it was asked for.'
    return { outcome: { attention: 'tv_match_changed', message } }
  }
  if (unmapped.length > 0 || targets.length === 0) {
    const message = `No season of the series is known for ${nameSeasons(unmapped)}; an admin can map it.`
    return { outcome: { attention: 'tv_seasons_unmapped', message } }
  }
  return { aim: { tvdb_id: current.tvdb_id, seasons: targets } }
}

/** What the match comes to counts: one that was paused and resumed meanwhile leads where it led before. */
function isElsewhere(
  accepted: TvMatch,
  { tvdb_id, targets }: { tvdb_id: number; targets: readonly number[] },
  seasons: readonly number[],
): boolean {
  if (accepted.state !== 'resolved') return false
  if (accepted.tvdb_id !== tvdb_id) return true
  const before = mapSeasons(accepted, seasons)
  // Seasons that had no place when it was accepted have one now, which is what was waited for.
  return before.unmapped.length === 0 && before.targets.join() !== targets.join()
}

/** Which of the metadata provider's seasons these seasons of the library are. */
export function sourceSeasons(
  match: TvMatch,
  seasons: readonly number[],
  targets: readonly number[],
): number[] {
  return seasons.filter(season => mapSeasons(match, [season]).targets.some(one => targets.includes(one)))
}

export function nameSeasons(numbers: readonly number[]): string {
  return numbers.length === 1 ? `season ${numbers[0]}` : `seasons ${numbers.join(', ')}`
}

export interface SeasonPlan {
  /** Seasons that the library does not know. */
  unknown: number[]
  /** Seasons that lack something nobody has asked the manager for. */
  open: number[]
  /** Their episodes that a season's own switch would not reach, for it is on already (sonarr.md). */
  episode_ids: number[]
  /** Seasons of which no aired episode is missing. */
  available: number[]
  /** How the chosen seasons stand together (1/3). */
  status: RequestStatus
}

/** What is left to do for these seasons of a series that is in the library. Nothing is ever switched off. */
export function planSeasons(
  series: ShelfSeries,
  episodes: readonly ShelfEpisode[],
  wanted: readonly number[],
  now: Date,
): SeasonPlan {
  const seasons = wanted.map(number => lookAt(series, episodes, number, now))
  const open = seasons.filter(season => season.is_known && season.is_open)
  const numbers = (list: typeof seasons) => list.map(season => season.number)
  return {
    unknown: numbers(seasons.filter(season => !season.is_known)),
    open: numbers(open),
    episode_ids: open.filter(season => season.is_on).flatMap(season => season.unwanted_ids),
    available: numbers(seasons.filter(season => season.is_available)),
    status: statusOf(seasons),
  }
}

function lookAt(series: ShelfSeries, episodes: readonly ShelfEpisode[], number: number, now: Date) {
  const flag = series.seasons.find(one => one.season_number === number)
  const own = episodes.filter(one => one.season_number === number)
  const aired = own.filter(one => one.airs_at !== null && Date.parse(one.airs_at) <= now.getTime())
  const missing = own.filter(one => !one.has_file)
  const unwanted = missing.filter(one => !one.monitored)
  const is_available = aired.length > 0 && aired.every(one => one.has_file)
  const is_on = flag?.monitored ?? false
  const is_wanted = series.monitored && is_on && unwanted.length === 0
  return {
    number,
    is_known: flag !== undefined || own.length > 0,
    is_on,
    is_available,
    has_files: own.some(one => one.has_file),
    // A season that still airs is open until what is to come is wanted too.
    is_open: !is_wanted && !(is_available && missing.length === 0),
    unwanted_ids: unwanted.map(one => one.record_id),
  }
}

function statusOf(seasons: readonly { is_available: boolean; has_files: boolean }[]): RequestStatus {
  if (seasons.length > 0 && seasons.every(season => season.is_available)) return 'available'
  return seasons.some(season => season.has_files) ? 'partial' : 'requested'
}

const FIRST_LOOK_MS = 10_000
const LONGEST_LOOK_MS = 5 * 60_000

/** How long to leave a manager alone that is busy with an add: as long again as it has taken so far. */
export function lookAgainMs(waiting_since: string | null, now: Date): number {
  return Math.min(Math.max(waitedMs(waiting_since, now), FIRST_LOOK_MS), LONGEST_LOOK_MS)
}

export function waitedMs(waiting_since: string | null, now: Date): number {
  return waiting_since === null ? 0 : now.getTime() - Date.parse(waiting_since)
}
