import type { Inventory } from '#features/instances/index.ts'
import type { Platform } from '#platform/platform.ts'
import type { LibraryOperations } from './library-operations.ts'

interface Needs {
  inventory: Inventory
}

/** What admins and their assistants read from library managers and do there. */
export function createLibraryOperationsSlice(_platform: Platform, _needs: Needs) {
  const operations: LibraryOperations = { reads: {}, actions: {} }
  return { api: { operations }, routes: [] }
}
