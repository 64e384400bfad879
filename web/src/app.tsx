import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from '#lib/api.ts'
import { meetImages } from '#lib/image-origin.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { createAppRouter } from './router.ts'

/** A page that takes longer is shown to be on its way. */
const READ_BUDGET_MS = 1000

/** As long as an answer may take that is nearly there: a page that has it from the start is drawn once. */
const ANSWER_MS = 300

export async function startApp(root: HTMLElement) {
  if (session.current()) meetImages()
  const queries = createQueryClient()
  const router = createAppRouter(queries)
  // A page that is found before anything is drawn can be drawn in small pieces, with room for a finger between them;
  // the router would bring it in one.
  await Promise.race([router.load(), pause(READ_BUDGET_MS)])
  await Promise.race([untilAnswered(queries), pause(ANSWER_MS)])
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

/** Until nothing is being asked. */
function untilAnswered(queries: QueryClient): Promise<void> {
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
