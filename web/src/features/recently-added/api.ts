import { getRecentlyAdded } from '@foyer/contract/recently-added'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

const FRESH_MS = 60_000

/** What arrived lately in the reader's libraries; events refetch it earlier. */
export function recentlyAddedQuery() {
  return queryOptions({
    queryKey: ['recently-added'],
    queryFn: ({ signal }) => call(getRecentlyAdded, {}, { signal }),
    staleTime: FRESH_MS,
  })
}
