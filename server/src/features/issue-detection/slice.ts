import type { Inventory } from '#features/instances/index.ts'
import type { Issues } from '#features/issues/index.ts'
import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { Platform } from '#platform/platform.ts'

interface Needs {
  inventory: Inventory
  issues: Issues
  operations: LibraryOperations
}

/** Watches the libraries for problems, and observes them until they go away or become open issues. */
export function createIssueDetectionSlice(_platform: Platform, _needs: Needs) {
  return { api: {}, routes: [] }
}
