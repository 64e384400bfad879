import type { LibraryActions } from './actions/library-actions.ts'
import type { LibraryReads } from './library-reads.ts'

/** What admins and their assistants read from library managers and do there (2/4.5). */
export interface LibraryOperations {
  reads: LibraryReads
  actions: LibraryActions
}
