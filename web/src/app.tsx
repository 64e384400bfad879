import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from '#lib/api.ts'
import { preconnectImages } from '#lib/image-origin.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { createAppRouter } from './router.ts'

/** A page that takes longer than this shows a pending state. */
const ROUTE_WAIT_MS = 1000

/** How long to wait for data that is almost there, so that the page is drawn only once. */
const QUERY_WAIT_MS = 300

export async function startApp(root: HTMLElement) {
  if (session.current()) preconnectImages()
  const queries = createQueryClient()
  const router = createAppRouter(queries)
  // A page matched before the first render can be drawn as a transition, in small steps that do not block input. The
  // router alone would draw it in one.
  await Promise.race([router.load(), pause(ROUTE_WAIT_MS)])
  await Promise.race([untilIdle(queries), pause(QUERY_WAIT_MS)])
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** Resolves when no query is running. */
function untilIdle(queries: QueryClient): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (queries.isFetching() > 0) return
      stop()
      resolve()
    }
    const stop = queries.getQueryCache().subscribe(look)
    look()
  })
}
