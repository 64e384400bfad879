import type { Connection } from './instance-connection.ts'

/** One of the ways in which a library manager chooses what it takes. */
export interface QualityProfile {
  id: number
  name: string
}

/** The quality profiles of one kind of library manager. */
export interface QualityProfiles {
  /** All of them in the manager's order: the first is its own default. Throws UpstreamFault short of an answer. */
  list(connection: Connection, signal?: AbortSignal): Promise<QualityProfile[]>
}
