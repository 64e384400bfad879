import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Refetches what an event made stale. The library leaves a first load running, whose answer may be from before the
 * event; such a query is loaded once more when it is done.
 */
export function refetchStale(queries: QueryClient, filters: Pick<QueryFilters, 'queryKey'> = {}): void {
  const loading = queries
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(query => query.state.data === undefined)
  void queries.invalidateQueries(filters)
  for (const { promise, queryKey } of loading) {
    promise?.then(
      () => queries.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    )
  }
}
