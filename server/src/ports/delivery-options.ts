import type { BookFormat } from '@foyer/contract/requests/requests'
import type { Connection } from './instance-connection.ts'

interface NamedProfile {
  id: number
  name: string
}

/** Something of a book manager that may be for one format only; absent: for any. */
interface ForFormat {
  book_format?: BookFormat
}

/** The folders, profiles and tags of a library manager. */
export interface DeliveryOptions {
  root_folders: (ForFormat & {
    path: string
    /** Null: the manager does not report it. */
    free_bytes: number | null
    accessible: boolean
  })[]
  quality_profiles: (ForFormat & NamedProfile)[]
  /** Empty for managers of movies and shows. */
  metadata_profiles: NamedProfile[]
  tags: { id: number; label: string }[]
}

/** What a library manager offers for new titles, for an admin who chooses the defaults (C59). */
export interface DeliveryOptionsReader {
  /**
   * In the manager's own order, without metadata profiles that accept nothing. Throws UpstreamFault if there is no
   * usable answer; never guesses an empty list.
   */
  read(connection: Connection, signal: AbortSignal): Promise<DeliveryOptions>
}
