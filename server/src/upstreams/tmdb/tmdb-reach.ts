import { TMDB, type TmdbParts } from './tmdb-client.ts'
import { AnyAnswer } from './tmdb-wire.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 64 * 1024

/**
 * Whether TMDB itself answers on this way out. No key is shown to a way that is only being tried: its
 * refusal proves as much as its consent, and a portal or a proxy in between cannot speak in its words.
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
