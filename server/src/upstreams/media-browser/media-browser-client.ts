import type { OutboundAnswer, OutboundRequest, Transport } from '#kit/outbound.ts'
import type { Connection } from '#ports/instance-connection.ts'

/** The differences between Jellyfin and Emby, which share an ancestor and most of its API. */
export interface MediaBrowserProduct {
  /** The product's name. */
  product: string
  baseOf(connection: Connection): string
  /** Headers that name Foyer and carry a token; without one for signing in. */
  headersOf(token: string | null): Record<string, string>
  usersPath: string
  /** False: the server would refuse the name without a reason. */
  isValidName(name: string): boolean
  /** Emby creates accounts without a password, so that setting it is a step of its own. */
  creates_with_password: boolean
  /** The statuses of a sign-in with a wrong name or password. Others of 401 and 403 refuse the account itself. */
  wrong_password_statuses: readonly number[]
}

export interface MediaBrowserCall {
  method?: OutboundRequest['method']
  /** Relative to the base: `/Users`. */
  path: string
  query?: OutboundRequest['query']
  json?: unknown
  idempotent?: boolean
  accept_statuses?: readonly number[]
  /** Instead of the server's key: a session's token, or null for none. */
  token?: string | null
  signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 10_000
/** A list of a thousand users with their policies is two megabytes. */
const MAX_BYTES = 16 * 1024 * 1024

export function createMediaBrowserClient(internal: Transport, product: MediaBrowserProduct) {
  return {
    send(connection: Connection, call: MediaBrowserCall): Promise<OutboundAnswer> {
      const { method = 'GET', path, token = connection.api_key, signal, ...rest } = call
      return internal.send({
        ...rest,
        method,
        upstream: product.product,
        url: `${product.baseOf(connection)}${path}`,
        headers: { accept: 'application/json', ...product.headersOf(token) },
        credential: true,
        timeout_ms: TIMEOUT_MS,
        max_bytes: MAX_BYTES,
        ...(signal && { signal }),
      })
    },
  }
}

export type MediaBrowserClient = ReturnType<typeof createMediaBrowserClient>
