import type { OutboundAnswer, OutboundRequest, Transport } from '#kit/outbound.ts'
import type { Connection } from '#ports/instance-connection.ts'

export const AUDIOBOOKSHELF = 'Audiobookshelf'

export interface AudiobookshelfCall {
  method?: OutboundRequest['method']
  /** `/api/users`. */
  path: string
  query?: OutboundRequest['query']
  headers?: Record<string, string>
  json?: unknown
  idempotent?: boolean
  accept_statuses?: readonly number[]
  /** Without the server's key. */
  open?: true
  signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 10_000
const MAX_BYTES = 16 * 1024 * 1024

export function createAudiobookshelfClient(internal: Transport) {
  return {
    send({ url, api_key }: Connection, call: AudiobookshelfCall): Promise<OutboundAnswer> {
      const { method = 'GET', path, headers, open, signal, ...rest } = call
      return internal.send({
        ...rest,
        method,
        upstream: AUDIOBOOKSHELF,
        url: `${url}${path}`,
        headers: {
          accept: 'application/json',
          authorization: open || api_key === null ? undefined : `Bearer ${api_key}`,
          ...headers,
        },
        credential: true,
        timeout_ms: TIMEOUT_MS,
        max_bytes: MAX_BYTES,
        ...(signal && { signal }),
      })
    },
  }
}

export type AudiobookshelfClient = ReturnType<typeof createAudiobookshelfClient>
