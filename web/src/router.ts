import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { NotFound } from '#features/shell/not-found.tsx'
import { PendingPage } from '#features/shell/pending-bar.tsx'
import { basePath } from '#lib/base-url.ts'
import { routeTree } from './routeTree.gen.ts'

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    basepath: basePath(),
    context: { queries },
    defaultPreload: 'intent',
    // The loaders read the query cache, which knows what is stale.
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: PendingPage,
    // In the place of the page that is not there, so that the frame around it stays.
    defaultNotFoundComponent: NotFound,
    // From one page to the next; the first one takes the place of its own first frame.
    defaultViewTransition: { types: ({ fromLocation }) => (fromLocation ? [] : false) },
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
