import type { LibraryActions } from './actions/library-actions.ts'

/** What admins and their assistants read from library managers and do there (2/4.5). */
export interface LibraryOperations {
  reads: LibraryReads
  actions: LibraryActions
}

/** Queues, histories, files and the condition of library managers. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface LibraryReads {}
