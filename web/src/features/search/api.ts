import { type SearchAnswer, type SearchType, searchAll } from '@foyer/contract/search'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

const MINUTE = 60_000
const LIMIT = '20'

/** Asked apart, so that what answers quickly is shown at once; one call has the time of its slowest source (C61). */
export const PARTS = [
  ['movie', 'tv', 'person'],
  ['book'],
  ['music'],
] as const satisfies readonly SearchType[][]

export function searchQuery(types: readonly SearchType[], query: string) {
  return queryOptions({
    queryKey: ['search', types.join(), query],
    queryFn: ({ signal }) =>
      call(searchAll, { query: { query, types: types.join(), limit: LIMIT } }, { signal }),
    // A source that did not answer is asked again the next time.
    staleTime: ({ state }) => (isComplete(state.data) ? 5 * MINUTE : 0),
    gcTime: 30 * MINUTE,
  })
}

/** For loaders: the answers are on their way while the page itself still loads. */
export function startSearch(queries: QueryClient, query: string): void {
  if (!query) return
  for (const types of PARTS) void queries.prefetchQuery(searchQuery(types, query))
}

function isComplete(answer: SearchAnswer | undefined): boolean {
  return answer?.groups.every(({ status_known }) => status_known) ?? false
}
