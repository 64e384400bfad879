import type { Fixed, Time } from './column-types.ts'

/** How the last poll found our webhook in a manager; no row: in order, or never looked at (C60). */
export interface WebhookStatesTable {
  instance_id: Fixed<string>
  state: string
  /** 1 from the loss of a webhook that worked until it works again. */
  is_lost: 0 | 1
  /** 1: admins were told of this loss. */
  is_reported: 0 | 1
  updated_at: Time
}

/** An import that was announced, so that nobody announces it again: by webhook or from the history (C60). */
export interface LibraryArrivalsTable {
  instance_id: Fixed<string>
  /** The title, of a series with its episode. */
  title_key: Fixed<string>
  /** The download it came by; empty: the manager did not say. */
  download_id: Fixed<string>
  source: Fixed<'webhook' | 'history'>
  arrived_at: Fixed<Time>
}

/** From when on the history of a manager is read for arrivals, in the time of that manager. */
export interface ArrivalCursorsTable {
  instance_id: Fixed<string>
  since: Time
}
