import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isOutsideLimits, ServerUnreachable } from './api-error.ts'

const RETRIES = 2

/** A refusal will not change by asking again; a server that did not answer may. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return error instanceof ServerUnreachable && failures < RETRIES
}

export function createQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({
      // What was shown before the limits became tighter does not stay on the page (1:4.5).
      onError: (error, query) => isOutsideLimits(error) && query.setState({ data: undefined }),
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: shouldRetry },
      mutations: { retry: false },
    },
  })
}
