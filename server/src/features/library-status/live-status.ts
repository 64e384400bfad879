import type { RequestStatus, UnknownReason } from '@foyer/contract/requests'
import type { SeasonStatus } from '@foyer/contract/title-statuses'

/** What a library can say of a title; `pending` and `denied` come from saved requests alone. */
export type LiveStatus = Exclude<RequestStatus, 'pending' | 'denied'>

/** Unknown is not absent: nobody may be told that a title can be requested because a library was silent. */
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

/** `record_id`, `title` and `releases` are of movies that the library has. */
export type LiveMovie = Known<LiveProgress & { record_id?: number; title?: string; releases?: Releases }>

/** `seasons` are the metadata provider's, without specials; empty when the library lacks the series. */
export type LiveSeries = Known<LiveProgress & { series_id?: number; seasons: SeasonStatus[] }>

/** The part of a TV match that says where in a library a show is; `same`: its seasons keep their numbers. */
export interface SeriesTarget {
  tvdb_id: number
  season_map: Readonly<Record<string, number>> | 'same'
}

export function unknown(reason: UnknownReason): Unknown {
  return { known: false, reason }
}
