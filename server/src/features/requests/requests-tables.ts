import type { MediaType } from '@foyer/contract/instances/instance-types'
import type { Decision, SeasonScope } from '@foyer/contract/requests/requests'
import type { Generated } from 'kysely'
import type { Fixed, Flag, FormatKey, Time } from '#db/column-types.ts'

/** What somebody asked for, kept for ever; how it gets there is in `request_deliveries` (1:4.8). */
export interface RequestsTable {
  id: Generated<number>
  /** Whose request it is now; shared book work passes to another subscriber when its owner leaves. */
  user_id: number
  /** The admin who asked on behalf of that person. */
  made_by: number | null
  media_type: Fixed<MediaType>
  /** `movie:603`, `tv:1399`, `book:<foreign id>`, `music:<release group>`: what makes two requests the same. */
  identity: string
  tmdb_id: Fixed<number | null>
  tvdb_id: Fixed<number | null>
  foreign_id: Fixed<string | null>
  catalog_provider: Fixed<string | null>
  catalog_id: Fixed<string | null>
  title: string
  /** The title folded for searching: neither engine folds letters beyond ASCII as the other does. */
  title_key: string
  /** 1: it is what the requester called it, and no provider has confirmed it yet (C69). */
  title_unverified: Generated<Flag>
  search_term: Fixed<string | null>
  poster_path: string | null
  /** Pinned at intake; an admin may name another one with the approval. The instance may be gone by now. */
  instance_id: string
  instance_name: string
  season_scope: SeasonScope | null
  /** JSON list of the metadata provider's season numbers, normalised and sorted. */
  seasons: string | null
  quality_profile_id: number | null
  /** Chosen by an admin with the approval; null: the default of the library. */
  root_folder: string | null
  /** JSON of the TV match that the request was accepted with; its `revision` guards approval. */
  match: string | null
  /** The request that this one corrects. */
  repair_of: number | null
  approval_required: Flag
  decision: Decision
  decided_at: Time | null
  decided_by: number | null
  deny_reason: string | null
  created_at: Fixed<Time>
  updated_at: Time
}

export interface RequestSubscribersTable {
  request_id: Fixed<number>
  user_id: Fixed<number>
  format: Fixed<FormatKey>
  created_at: Fixed<Time>
  cancelled_at: Time | null
}

/** A decision that is applied at `due_at` and can be taken back until then; the request stays pending. */
export interface RequestDecisionsTable {
  request_id: Fixed<number>
  verdict: 'approved' | 'denied'
  /** JSON: what an approval changes of the request; `{}` when nothing. */
  change: string
  /** Of a denial, for the requester. */
  reason: string | null
  decided_by: number
  due_at: Time
  /** JSON: the seasons and the match that the change comes to, read when it was decided. */
  scope: string | null
  /** Why it could not be applied when it was due; then the request waits for another decision. */
  failed_code: string | null
  created_at: Time
}

export interface RequestsTables {
  requests: RequestsTable
  request_subscribers: RequestSubscribersTable
  request_decisions: RequestDecisionsTable
}
