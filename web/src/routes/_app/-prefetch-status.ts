import type { QueryClient } from '@tanstack/react-query'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { hasPermission } from '#lib/guard.ts'

/** Prefetched with the title, so that the button does not arrive last. */
export function prefetchStatus(queries: QueryClient, media_type: 'movie' | 'tv', id: string) {
  const tmdb_id = Number(id)
  if (!Number.isInteger(tmdb_id) || tmdb_id <= 0 || !hasPermission('media:request')) return
  void queries.prefetchQuery(titleStatusQuery({ media_type, tmdb_id }))
}
