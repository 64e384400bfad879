import type { SeasonStatus, StatusResponse } from '@foyer/contract/title-statuses'
import type { TvMatch } from '@foyer/contract/tv-match'
import { isCancelled, overlay, type OwnRequestState } from './overlay-rules.ts'
import type { SavedRow } from './saved-rows.ts'
import type { LiveMovie, LiveSeries } from './live-status.ts'

/** What one library says of one title, with the match it was looked up by. */
export interface Reading {
  live: LiveMovie | LiveSeries
  match?: TvMatch | undefined
}

type Standing = Pick<StatusResponse, 'status' | 'progress' | 'status_known' | 'status_unknown_reason'>

/** Live status with the caller's newest row laid over it; a library that is silent has nothing to overlay. */
export function standingOf(live: LiveMovie | LiveSeries, saved: SavedRow | undefined): Standing {
  const status = overlay(live.known ? live.status : 'unavailable', saved ? savedStanding(saved) : null)
  if (live.known) return { status, progress: live.progress, status_known: true }
  return { status, progress: 0, status_known: false, status_unknown_reason: live.reason }
}

function savedStanding({ decision, delivery }: SavedRow): OwnRequestState {
  return { decision, states: delivery.map(one => one.state) }
}

/** 1/4.6, the status response for movies and shows. */
export function presentStatus(
  { live, match }: Reading,
  saved: SavedRow | undefined,
  instance_id: string,
): StatusResponse {
  return {
    ...standingOf(live, saved),
    ...(live.known && 'seasons' in live && presentSeasons(live.seasons, saved)),
    ...(live.known && 'releases' in live && { releases: live.releases }),
    ...(match && { match: withSeries(match, live) }),
    instance_id,
    ...(saved && !isCancelled(savedStanding(saved)) && presentSaved(saved)),
  }
}

function presentSaved({ request_id, delivery, catalog_ref }: SavedRow): Partial<StatusResponse> {
  return { request_id, delivery, ...(catalog_ref && { catalog_ref }) }
}

/** A season that was asked for and is not there yet says so, as the title does. */
function presentSeasons(seasons: SeasonStatus[], saved: SavedRow | undefined): Partial<StatusResponse> {
  if (seasons.length === 0) return {}
  const asked = saved?.seasons ?? []
  if (!saved || asked.length === 0) return { seasons }
  return {
    seasons: seasons.map(season => {
      const { status } = season
      if (status !== 'unavailable' || !asked.includes(season.season_number)) return season
      return { ...season, status: overlay(status, savedStanding(saved)) }
    }),
  }
}

/** 1:2: the match names the library's own series when it has one. */
function withSeries(match: TvMatch, live: Reading['live']): TvMatch {
  const { series_id: _former, ...rest } = match
  return live.known && 'series_id' in live ? { ...rest, series_id: live.series_id } : rest
}

/** 1:4.6: beside a TV status stands whether it is known; a movie's only when it is not. */
export function presentSibling(
  media_type: 'movie' | 'tv',
  live: Reading['live'],
  saved: SavedRow | undefined,
): NonNullable<StatusResponse['instance_statuses']>[string] {
  const { status, status_known } = standingOf(live, saved)
  return { status, ...((media_type === 'tv' || !status_known) && { status_known }) }
}
