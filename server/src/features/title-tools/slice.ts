import type { LibraryOperations } from '#features/library-operations/index.ts'
import type { LibraryStatus } from '#features/library-status/index.ts'
import type { Platform } from '#platform/platform.ts'
import { titleToolRoutes } from './title-tool-routes.ts'
import { createTitleTools } from './title-tools.ts'
import { workToolRoutes } from './work-tool-routes.ts'
import { createWorkTools } from './work-tools.ts'

interface Needs {
  operations: LibraryOperations
  library_status: Pick<LibraryStatus, 'invalidate'>
}

/** What admins do with a title from its page: look it up in the managers, search for it, remove it. */
export function createTitleToolsSlice(platform: Platform, needs: Needs) {
  const parts = { ...platform, ...needs }
  return {
    api: {},
    routes: [...titleToolRoutes(createTitleTools(parts)), ...workToolRoutes(createWorkTools(parts))],
  }
}
