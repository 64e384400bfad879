import type { z } from 'zod'
import type { OutboundAnswer, OutboundRequest, Transport } from '#kit/outbound.ts'

/** Trakt API v2; it has no version in the path. Only the client id is sent, never a person's token. */
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
  /** Ten seconds by default. */
  timeout_ms?: number
  /** Statuses that are valid responses beside success. */
  accept_statuses?: readonly number[]
  signal?: AbortSignal | undefined
}

export const TRAKT = 'Trakt'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 8 * 1024 * 1024

export function createTraktClient({ external, url }: TraktParts) {
  /** The raw response; everything but a success or an accepted status throws UpstreamFault. */
  function send(call: TraktCall): Promise<OutboundAnswer> {
    const { path, client_id, query, retries, timeout_ms = TIMEOUT_MS, accept_statuses, signal } = call
    return external.send({
      upstream: TRAKT,
      method: 'GET',
      url: `${url}${path}`,
      // Trakt requires the content type on every call, even without a body.
      headers: {
        'content-type': 'application/json',
        'trakt-api-version': '2',
        'trakt-api-key': client_id,
      },
      credential: true,
      timeout_ms,
      max_bytes: MAX_BYTES,
      ...(query && { query }),
      ...(retries !== undefined && { retries }),
      ...(accept_statuses && { accept_statuses }),
      ...(signal && { signal }),
    })
  }

  return {
    send,
    /** The parsed response; everything but a success of this shape throws UpstreamFault. */
    async get<S extends z.core.$ZodType>(schema: S, call: TraktCall): Promise<z.output<S>> {
      const answer = await send(call)
      return answer.json(schema)
    },
  }
}
