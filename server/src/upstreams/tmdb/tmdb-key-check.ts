import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { ProviderKeyCheck } from '#ports/provider-key-check.ts'
import { createTmdbClient, type TmdbParts } from './tmdb-client.ts'
import { Authentication } from './tmdb-wire.ts'

/** Uses TMDB's own credential check, which has no side effects. */
export function createTmdbKeyCheck(parts: TmdbParts): ProviderKeyCheck {
  const client = createTmdbClient(parts)
  return {
    async accepts(key, signal) {
      try {
        await client.get(Authentication, { path: '/authentication', key, signal })
        return true
      } catch (error) {
        if (error instanceof UpstreamFault && error.kind === 'rejected_key') return false
        throw error
      }
    },
  }
}
