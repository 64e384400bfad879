import type { SeasonStatus, StatusResponse } from '@foyer/contract/title-statuses'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'
import { isCancelled, overlay, type OwnRequestState } from './overlay-rules.ts'
import type { SavedRow } from './saved-rows.ts'
import type { LiveMovie, LiveSeries } from '../live/live-status.ts'

/** The live status of one title in one library, with the match it was looked up by. */
export interface Reading {
  live: LiveMovie | LiveSeries
  match?: TvMatch | undefined
}

type StatusFields = Pick<StatusResponse, 'status' | 'progress' | 'status_known' | 'status_unknown_reason'>

/** The live status, combined with the caller's newest request; an unknown live status stays unknown. */
export function statusFields(live: LiveMovie | LiveSeries, saved: SavedRow | undefined): StatusFields {
  const status = overlay(live.known ? live.status : 'unavailable', saved ? ownState(saved) : null)
  if (live.known) return { status, progress: live.progress, status_known: true }
  return { status, progress: 0, status_known: false, status_unknown_reason: live.reason }
}

function ownState({ decision, delivery }: SavedRow): OwnRequestState {
  return { decision, states: delivery.map(one => one.state) }
}

/** 1/4.6, the status response for movies and shows. */
export function presentStatus(
  { live, match }: Reading,
  saved: SavedRow | undefined,
  instance_id: string,
): StatusResponse {
  return {
    ...statusFields(live, saved),
    ...(live.known && 'seasons' in live && presentSeasons(live.seasons, saved)),
    ...(live.known && 'releases' in live && { releases: live.releases }),
    ...(match && { match: withSeries(match, live) }),
    instance_id,
    ...(saved && !isCancelled(ownState(saved)) && presentSaved(saved)),
  }
}

function presentSaved({ request_id, delivery, catalog_ref }: SavedRow): Partial<StatusResponse> {
  return { request_id, delivery, ...(catalog_ref && { catalog_ref }) }
}

/** A season that was requested and is not available yet shows that, as the title does. */
function presentSeasons(seasons: SeasonStatus[], saved: SavedRow | undefined): Partial<StatusResponse> {
  if (seasons.length === 0) return {}
  const requested = saved?.seasons ?? []
  if (!saved || requested.length === 0) return { seasons }
  return {
    seasons: seasons.map(season => {
      const { status } = season
      if (status !== 'unavailable' || !requested.includes(season.season_number)) return season
      return { ...season, status: overlay(status, ownState(saved)) }
    }),
  }
}

/** 1:2: the match contains the library's own series id if there is one. */
function withSeries(match: TvMatch, live: Reading['live']): TvMatch {
  const { series_id: _former, ...rest } = match
  return live.known && 'series_id' in live ? { ...rest, series_id: live.series_id } : rest
}

/** 1:4.6: a TV status always includes whether it is known; a movie's only if it is not. */
export function presentSibling(
  media_type: 'movie' | 'tv',
  live: Reading['live'],
  saved: SavedRow | undefined,
): NonNullable<StatusResponse['instance_statuses']>[string] {
  const { status, status_known } = statusFields(live, saved)
  return { status, ...((media_type === 'tv' || !status_known) && { status_known }) }
}
