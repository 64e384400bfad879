import type { Connection } from './instance-connection.ts'

/** Where a library manager can put something new, and how good it may be asked to be. */
export interface ShelfOptions {
  root_folders: { path: string; accessible: boolean }[]
  /** Ids in the manager's own order. */
  quality_profiles: number[]
}

/** What a library manager has against a record that it was asked to take. */
export type AddObjection =
  | 'already_there'
  | 'unknown_title'
  | 'root_folder'
  | 'quality_profile'
  | 'metadata_profile'
  | 'folder_taken'
  | 'other'

/**
 * The manager read what it was sent and said no: nothing was changed, and sending it again changes nothing.
 * Its own words name folders and stay out of this (3.8).
 */
export class AddRefused extends Error {
  readonly objections: readonly AddObjection[]

  constructor(product: string, objections: readonly AddObjection[]) {
    super(`${product} refused the record.`)
    this.name = 'AddRefused'
    this.objections = objections
  }
}

/** What both couriers ask of any shelf. Anything short of an answer throws UpstreamFault. */
export interface Shelf {
  /** As people know it: "Radarr". */
  product: string
  options(connection: Connection, signal: AbortSignal): Promise<ShelfOptions>
}
