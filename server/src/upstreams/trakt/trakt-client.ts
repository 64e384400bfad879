import type { z } from 'zod'
import type { OutboundRequest, Transport } from '#kit/outbound.ts'

/** Trakt API v2; it has no version in the path. Only the client id is shown, never a person's token. */
export interface TraktParts {
  external: Transport
  url: string
}

export interface TraktCall {
  /** `/movies/trending` */
  path: string
  client_id: string
  query?: OutboundRequest['query']
  retries?: number
  signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 8 * 1024 * 1024

export function createTraktClient({ external, url }: TraktParts) {
  return {
    /** The parsed answer; everything but a success of this shape throws UpstreamFault. */
    async get<S extends z.core.$ZodType>(schema: S, call: TraktCall): Promise<z.output<S>> {
      const { path, client_id, query, retries, signal } = call
      const answer = await external.send({
        upstream: 'Trakt',
        method: 'GET',
        url: `${url}${path}`,
        // Trakt wants the type on every call, also on those without a body.
        headers: {
          'content-type': 'application/json',
          'trakt-api-version': '2',
          'trakt-api-key': client_id,
        },
        credential: true,
        timeout_ms: TIMEOUT_MS,
        max_bytes: MAX_BYTES,
        ...(query && { query }),
        ...(retries !== undefined && { retries }),
        ...(signal && { signal }),
      })
      return answer.json(schema)
    },
  }
}
