import type { RequestStatus, UnknownReason } from '@foyer/contract/requests/requests'
import type { SeasonStatus } from '@foyer/contract/title-statuses'

/** The statuses a library can report; `pending` and `denied` come only from saved requests. */
export type LiveStatus = Exclude<RequestStatus, 'pending' | 'denied'>

/** Unknown is not absent: a title must not look requestable because its library did not answer. */
export type Known<T> = ({ known: true } & T) | Unknown
export interface Unknown {
  known: false
  reason: UnknownReason
}

export interface LiveProgress {
  status: LiveStatus
  /** 0..100 (1/3). */
  progress: number
}

export interface Releases {
  in_cinemas?: string
  digital?: string
}

/** `record_id`, `title` and `releases` are set for movies that the library has. */
export type LiveMovie = Known<LiveProgress & { record_id?: number; title?: string; releases?: Releases }>

/** `seasons` are the metadata provider's, without specials; empty if the library does not have the series. */
export type LiveSeries = Known<LiveProgress & { series_id?: number; seasons: SeasonStatus[] }>

/** The part of a TV match that locates a show in a library; `same`: its seasons keep their numbers. */
export interface SeriesTarget {
  tvdb_id: number
  season_map: Readonly<Record<string, number>> | 'same'
}

export function unknown(reason: UnknownReason): Unknown {
  return { known: false, reason }
}
