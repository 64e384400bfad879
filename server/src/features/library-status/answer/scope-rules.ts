import type { SeasonStatus } from '@foyer/contract/title-statuses'
import { share } from '../live/progress-rules.ts'
import type { LiveStatus, LiveSeries } from '../live/live-status.ts'

/**
 * The same status limited to some seasons: the result of a request for those seasons. Seasons that the library
 * does not have count as missing. Null: the whole show.
 */
export function scopeSeries(live: LiveSeries, seasons: readonly number[] | null): LiveSeries {
  if (!live.known || !seasons || seasons.length === 0) return live
  const wanted = seasons.map(
    season_number => live.seasons.find(season => season.season_number === season_number) ?? null,
  )
  const found = wanted.filter(season => season !== null)
  return { ...live, ...combineSeasons(found, wanted.length), seasons: found }
}

function combineSeasons(
  found: readonly SeasonStatus[],
  wanted: number,
): { status: LiveStatus; progress: number } {
  const has = (status: LiveStatus) => found.some(season => season.status === status)
  const isWhole = found.length === wanted && found.every(isComplete)
  if (has('available') && isWhole) return { status: 'available', progress: 100 }
  if (has('available') || has('partial')) return { status: 'partial', progress: episodesShare(found) }
  const loading = found.filter(season => season.status === 'downloading')
  if (loading.length > 0) {
    const sum = loading.reduce((total, season) => total + season.progress, 0)
    return { status: 'downloading', progress: sum / loading.length }
  }
  return { status: has('requested') ? 'requested' : 'unavailable', progress: 0 }
}

/** A season without aired episodes is complete as long as it is monitored. */
function isComplete({ status, episode_count }: SeasonStatus): boolean {
  return status === 'available' || (episode_count === 0 && status !== 'unavailable' && status !== 'partial')
}

function episodesShare(seasons: readonly SeasonStatus[]): number {
  const aired = seasons.reduce((sum, season) => sum + season.episode_count, 0)
  const files = seasons.reduce(
    (sum, season) => sum + Math.min(season.episode_file_count, season.episode_count),
    0,
  )
  return share(files, aired)
}
