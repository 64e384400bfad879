import type { TranscoderCount, TranscoderLibrary, TranscoderNode } from '@foyer/contract/transcoder'
import type { Connection } from './instance-connection.ts'

/** How many files have which status. Null is a number that the transcoder did not give, never zero (2:4.11). */
export interface TranscoderCounts {
  total_files: number | null
  transcodes: TranscoderCount[]
  health_checks: TranscoderCount[]
}

/** What a transcoder does and has done. Read only; every method throws UpstreamFault without a usable answer. */
export interface Transcoder {
  /** Its nodes with the jobs they are doing, sorted by name. No jobs does not mean that nothing is left to do. */
  nodes(connection: Connection, signal: AbortSignal): Promise<TranscoderNode[]>
  libraries(connection: Connection, signal: AbortSignal): Promise<TranscoderLibrary[]>
  /** Of all libraries together: several statuses share a label, and they need not add up to the files. */
  totals(connection: Connection, signal: AbortSignal): Promise<TranscoderCounts>
  /** Of one library, by the transcoder's own labels. The id must be one of `libraries`. */
  countsOf(connection: Connection, library_id: string, signal: AbortSignal): Promise<TranscoderCounts>
}
