import type { Connection } from './instance-connection.ts'

/** A library manager's rules for the qualities it accepts. */
export interface QualityProfile {
  id: number
  name: string
}

/** The quality profiles of one kind of library manager. */
export interface QualityProfiles {
  /**
   * All of them in the manager's order: the first is its default. Throws UpstreamFault if there is no usable
   * answer.
   */
  list(connection: Connection, signal?: AbortSignal): Promise<QualityProfile[]>
}
