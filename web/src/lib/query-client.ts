import { QueryClient } from '@tanstack/react-query'
import { ServerUnreachable } from './api-error.ts'

const RETRIES = 2

/** A refusal will not change by asking again; a server that did not answer may. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return error instanceof ServerUnreachable && failures < RETRIES
}

export function createQueryClient() {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: shouldRetry },
      mutations: { retry: false },
    },
  })
}
