import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ProviderKeyCheck } from '#ports/provider-key-check.ts'
import { createTraktClient, type TraktParts } from './trakt-client.ts'
import { TrendingMovies } from './trakt-wire.ts'

/** Trakt has no check for a client id alone, so one entry of a public list is read with it. */
export function createTraktKeyCheck(parts: TraktParts): ProviderKeyCheck {
  const client = createTraktClient(parts)
  return {
    async accepts(client_id, signal) {
      try {
        await client.get(TrendingMovies, {
          path: '/movies/trending',
          client_id,
          query: { page: 1, limit: 1 },
          signal,
        })
        return true
      } catch (error) {
        if (error instanceof UpstreamFault && error.kind === 'rejected_key') return false
        throw error
      }
    },
  }
}
