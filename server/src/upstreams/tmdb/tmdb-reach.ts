import { TMDB, type TmdbParts } from './tmdb-client.ts'
import { AnyAnswer } from './tmdb-wire.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

/**
 * Whether TMDB itself is reachable through this connection. No key is sent over a connection that is only being
 * tested: a refusal proves as much as a success, and a portal or proxy in between cannot imitate TMDB's own format.
 */
export async function reachTmdb({ external, url }: TmdbParts, signal?: AbortSignal): Promise<void> {
  const answer = await external.send({
    upstream: TMDB,
    method: 'GET',
    url: `${url}/authentication`,
    headers: { accept: 'application/json' },
    accept_statuses: [401],
    timeout_ms: TIMEOUT_MS,
    max_bytes: MAX_BYTES,
    ...(signal && { signal }),
  })
  answer.json(AnyAnswer)
}
