import type { QueryClient } from '@tanstack/react-query'
import { titleStatusQuery } from '#features/title-status/api.ts'
import { holds } from '#lib/guard.ts'

/** Asked together with the title itself, so that its button is not the last thing to arrive. */
export function prefetchStatus(queries: QueryClient, media_type: 'movie' | 'tv', id: string) {
  const tmdb_id = Number(id)
  if (!Number.isInteger(tmdb_id) || tmdb_id <= 0 || !holds('media:request')) return
  void queries.prefetchQuery(titleStatusQuery({ media_type, tmdb_id }))
}
