import type { Inventory } from '#features/instances/index.ts'
import type { TitleGate } from '#features/kids/index.ts'
import type { LibraryStatus, Matches, LatestOwnRequest } from '#features/library-status/index.ts'
import { createCurrentCaller } from '#features/sessions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { createCards } from './card-service.ts'
import { titleStatusRoutes } from './title-status-routes.ts'
import { createTitleStatus } from './title-status-service.ts'

interface Needs {
  inventory: Inventory
  kids: TitleGate
  status: LibraryStatus
  matches: Matches
  /** Each person's latest request for a title. */
  latestOwnRequest: LatestOwnRequest
}

/** The status of titles, for their pages and for cards. */
export function createTitleStatusSlice(platform: Platform, needs: Needs) {
  const parts = {
    ...platform,
    ...needs,
    learnTitle: platform.hooks.titleLearned.run,
    currentCaller: createCurrentCaller(platform.database),
  }
  return {
    api: {},
    routes: titleStatusRoutes({ titleStatus: createTitleStatus(parts), cards: createCards(parts) }),
  }
}
