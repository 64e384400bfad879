import type { SeasonStatus, StatusResponse } from '@foyer/contract/title-statuses'
import type { TvMatch } from '@foyer/contract/tv-match'
import { isCancelled, overlay, type SavedStanding } from './overlay-rules.ts'
import type { SavedRow } from './saved-rows.ts'
import type { MovieTruth, SeriesTruth } from './truth.ts'

/** What one library says of one title, with the match it was looked up by. */
export interface Reading {
  truth: MovieTruth | SeriesTruth
  match?: TvMatch | undefined
}

type Standing = Pick<StatusResponse, 'status' | 'progress' | 'status_known' | 'status_unknown_reason'>

/** Live truth with the caller's newest row laid over it; a library that is silent has nothing to overlay. */
export function standingOf(truth: MovieTruth | SeriesTruth, saved: SavedRow | undefined): Standing {
  const status = overlay(truth.known ? truth.status : 'unavailable', saved ? savedStanding(saved) : null)
  if (truth.known) return { status, progress: truth.progress, status_known: true }
  return { status, progress: 0, status_known: false, status_unknown_reason: truth.reason }
}

function savedStanding({ decision, delivery }: SavedRow): SavedStanding {
  return { decision, states: delivery.map(one => one.state) }
}

/** 1/4.6, the status response for movies and shows. */
export function presentStatus(
  { truth, match }: Reading,
  saved: SavedRow | undefined,
  instance_id: string,
): StatusResponse {
  return {
    ...standingOf(truth, saved),
    ...(truth.known && 'seasons' in truth && presentSeasons(truth.seasons, saved)),
    ...(truth.known && 'releases' in truth && { releases: truth.releases }),
    ...(match && { match: withSeries(match, truth) }),
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
function withSeries(match: TvMatch, truth: Reading['truth']): TvMatch {
  const { series_id: _former, ...rest } = match
  return truth.known && 'series_id' in truth ? { ...rest, series_id: truth.series_id } : rest
}

/** 1:4.6: beside a TV status stands whether it is known; a movie's only when it is not. */
export function presentSibling(
  media_type: 'movie' | 'tv',
  truth: Reading['truth'],
  saved: SavedRow | undefined,
): NonNullable<StatusResponse['instance_statuses']>[string] {
  const { status, status_known } = standingOf(truth, saved)
  return { status, ...((media_type === 'tv' || !status_known) && { status_known }) }
}
