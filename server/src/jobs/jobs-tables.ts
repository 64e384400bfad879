import type { Generated } from 'kysely'
import type { Fixed, Time } from '#db/column-types.ts'

export interface JobsTable {
  /** Counts up: of two jobs due at the same moment the older one goes first. */
  id: Generated<number>
  name: Fixed<string>
  payload: string
  /** At most one unfinished job per name and key. */
  dedupe_key: string | null
  /** Jobs of one lane never run at the same time; a lane is usually one instance. */
  lane: string | null
  state: 'ready' | 'running' | 'parked' | 'attention'
  reason: string | null
  attempts: number
  run_at: Time
  /** Asked for again while it ran: it runs once more at this time instead of ending. */
  wanted_at: Time | null
  /** Woken while it ran (C6): it runs once more at once, also when that run fails. */
  woken_at: Time | null
  leased_by: string | null
  leased_until: Time | null
  created_at: Fixed<Time>
  updated_at: Time
}

export interface LeasesTable {
  name: string
  leased_by: string
  leased_until: Time
}

export interface JobsTables {
  jobs: JobsTable
  leases: LeasesTable
}
