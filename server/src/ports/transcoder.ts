import type { Connection } from './instance-connection.ts'

/** A job that is being done. Null is a measurement that the transcoder did not give, never zero (2:4.11). */
export interface TranscoderJob {
  id: string
  /** The file name, without its folder. */
  file: string
  source_path: string
  kind: 'transcode' | 'health_check' | 'other'
  compute: 'cpu' | 'gpu' | ''
  /** The transcoder's own words. */
  status: string
  step: string
  /** Of the current step, not of the whole job. */
  progress_percent: number | null
  fps: number | null
  /** As the transcoder says it, such as `0:01:30`. */
  eta: string | null
  flow: boolean | null
}

/** A machine that does jobs. */
export interface TranscoderNode {
  id: string
  name: string
  paused: boolean
  workers: TranscoderJob[]
}

/** How many files have a status; null if the transcoder did not say. */
export interface TranscoderCount {
  label: string
  value: number | null
}

export interface TranscoderCounts {
  total_files: number | null
  transcodes: TranscoderCount[]
  health_checks: TranscoderCount[]
}

export interface TranscoderLibrary {
  id: string
  name: string
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
