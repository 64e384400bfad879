import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { isOutsideLimits, ServerUnreachable } from './api-error.ts'

const RETRIES = 2

/** Retrying does not change a refusal; a server that did not answer may recover. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return error instanceof ServerUnreachable && failures < RETRIES
}

export function createQueryClient() {
  // A pressed switch is redrawn in the task of its press. With the default, a timer, it would jump back and forth.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    queryCache: new QueryCache({
      // Data shown before the limits became stricter is removed from the page (1:4.5).
      onError: (error, query) => isOutsideLimits(error) && query.setState({ data: undefined }),
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: shouldRetry },
      mutations: { retry: false },
    },
  })
}
