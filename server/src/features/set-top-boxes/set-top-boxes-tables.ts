import type { Fixed, Time } from '#db/column-types.ts'

export interface SetTopBoxesTable {
  id: Fixed<string>
  name: string
  address: string
  identifier: Fixed<string>
  /** Sealed: what the box gave this server when they were paired. */
  credentials_box: string
  /** Counts every edit: an action that began before one is not carried out. */
  revision: number
  created_at: Fixed<Time>
  updated_at: Time
}

/** Adults who may use a box, besides the admins. */
export interface SetTopBoxGrantsTable {
  box_id: Fixed<string>
  user_id: Fixed<number>
}

/** A title was opened, and the same session may answer the question of the box once (2:4.12). */
export interface SetTopBoxConfirmationsTable {
  id_hash: Fixed<string>
  box_id: Fixed<string>
  device_id: Fixed<string>
  user_id: Fixed<number>
  revision: Fixed<number>
  media_type: Fixed<'movie' | 'tv'>
  tmdb_id: Fixed<number>
  expires_at: Fixed<Time>
}

export interface SetTopBoxesTables {
  set_top_boxes: SetTopBoxesTable
  set_top_box_grants: SetTopBoxGrantsTable
  set_top_box_confirmations: SetTopBoxConfirmationsTable
}
