import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { NotFound } from '#features/shell/states/not-found.tsx'
import { PendingPage } from '#features/shell/frame/pending-bar.tsx'
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
    // Rendered in place of a missing page, so that the frame around it stays.
    defaultNotFoundComponent: NotFound,
    // Between pages only; the first page replaces its first frame.
    defaultViewTransition: { types: ({ fromLocation }) => (fromLocation ? [] : false) },
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
