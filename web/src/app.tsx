import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from '#lib/api.ts'
import { meetImages } from '#lib/image-origin.ts'
import { createQueryClient } from '#lib/query-client.ts'
import { createAppRouter } from './router.ts'

export function startApp(root: HTMLElement) {
  if (session.current()) meetImages()
  const queries = createQueryClient()
  const router = createAppRouter(queries)
  // In small pieces: the first frame is in view, and a finger may be on it.
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
