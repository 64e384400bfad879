import type { MediaType } from '@foyer/contract/instances/instance-types'
import type {
  BookFormat,
  Decision,
  DeliveryCode,
  DeliveryStateName,
  SeasonScope,
} from '@foyer/contract/requests/requests'
import type { TvMatch } from '@foyer/contract/tv-matches/tv-match'

/** Only books have formats; everything else uses ''. */
export type RequestFormat = '' | BookFormat

/** A saved request: everything that a delivery may depend on (1:4.8). */
export interface RequestRecord {
  id: number
  /** The owner; every attempt checks this person's rights. */
  user_id: number
  made_by: number | null
  media_type: MediaType
  /** `movie:603`, `tv:1399`, `book:<foreign id>`, `music:<release group>`. */
  identity: string
  tmdb_id: number | null
  tvdb_id: number | null
  foreign_id: string | null
  catalog_provider: string | null
  catalog_id: string | null
  title: string
  /** C69: no provider has confirmed the title yet; it is the one that the requester's client sent. */
  title_unverified: boolean
  search_term: string | null
  poster_path: string | null
  instance_id: string
  instance_name: string
  season_scope: SeasonScope | null
  /** The metadata provider's seasons, sorted; null unless it is a show. */
  seasons: readonly number[] | null
  /** Null: the default at the time of delivery. */
  quality_profile_id: number | null
  /** Chosen by an admin with the approval; null: the default at the time of delivery. */
  root_folder: string | null
  /** The match that the request was accepted with; null unless it is a show. */
  match: TvMatch | null
  repair_of: number | null
  approval_required: boolean
  decision: Decision
  decided_at: string | null
  decided_by: number | null
  deny_reason: string | null
  created_at: string
  updated_at: string
}

/** A new request as it was submitted. */
export interface SavedRequest {
  request: RequestRecord
  requester: { user_id: number; username: string }
  /** Of a book; otherwise only ''. */
  formats: readonly RequestFormat[]
}

/** A stored delivery of a request: one per book format, otherwise exactly one. */
export interface DeliveryRecord {
  id: number
  request_id: number
  format: RequestFormat
  state: DeliveryStateName
  attempts: number
  last_attempt_at: string | null
  next_attempt_at: string | null
  park_reason: 'delivery' | 'author_import' | null
  code: DeliveryCode | null
  message: string
  /** 1:4.9.4: the library may have been changed; never goes back to false. */
  began: boolean
  waiting_since: string | null
  record_id: number | null
  canonical_foreign_id: string | null
  /** JSON; only the courier of the medium reads it. */
  receipt: string | null
  created_at: string
  updated_at: string
}
