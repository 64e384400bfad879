import type { Connection } from './instance-connection.ts'

/** The folders and quality profiles a library manager offers for new titles. */
export interface ShelfOptions {
  root_folders: {
    path: string
    accessible: boolean
    /** The folder's own default; 0 or missing: it has none. */
    quality_profile_id?: number
  }[]
  /** Ids in the manager's own order. */
  quality_profiles: number[]
}

/** Why a library manager refused a new record. */
export type AddObjection =
  | 'already_there'
  | 'unknown_title'
  | 'root_folder'
  | 'quality_profile'
  | 'metadata_profile'
  | 'folder_taken'
  | 'other'

/**
 * The manager understood the request and refused it: nothing was changed, and sending it again changes nothing.
 * Its own message contains folder names and is not included (3.8).
 */
export class AddRefused extends Error {
  readonly objections: readonly AddObjection[]

  constructor(product: string, objections: readonly AddObjection[]) {
    super(`${product} refused the record.`)
    this.name = 'AddRefused'
    this.objections = objections
  }
}

/** What the couriers need from every library manager. Throws UpstreamFault if there is no usable answer. */
export interface Shelf {
  /** The product name: "Radarr". */
  product: string
  options(connection: Connection, signal: AbortSignal): Promise<ShelfOptions>
  /** The ids of its tags. */
  tags(connection: Connection, signal: AbortSignal): Promise<number[]>
}
