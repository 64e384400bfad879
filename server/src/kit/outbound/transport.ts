import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { HeldBody } from './held-body.ts'
import type { Turn } from './spacing.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** May a redirect to this URL be followed? */
type RedirectRule = 'refuse' | 'same_origin' | ((url: URL) => boolean)

type QueryValue = string | number | boolean | readonly string[] | undefined

export interface OutboundRequest {
  /** The product's name for messages and logs: "Radarr". Never a host. */
  upstream: string
  method: Method
  url: string | URL
  headers?: Record<string, string | undefined>
  /** Added to what the URL carries; undefined values are left out, arrays repeat the name. */
  query?: Record<string, QueryValue>
  json?: unknown
  body?: string | Uint8Array
  /** Of one attempt: resolving, connecting, all redirects, headers and (for `send`) the body. Waiting for a turn is not counted. */
  timeout_ms: number
  /** Of the answer's body, on the wire and decoded. What grows too much on the way is refused before that. */
  max_bytes: number
  /** Default: refuse. Followed for GET and HEAD only, and at most five times. */
  redirects?: RedirectRule
  /** Whether the request carries a credential; then no redirect is followed. Default: it looks as if it did. */
  credential?: boolean
  /** The caller's word that sending it twice does what sending it once does. Default: GET and HEAD. */
  idempotent?: boolean
  /** Further attempts after 429, 5xx or a lost connection; ignored unless idempotent. Default: 0. */
  retries?: number
  /** False: further attempts after 429 and 5xx only. */
  retry_lost?: boolean
  /** Calls with one key start at least this far apart, in the order they came, lane by lane. */
  spacing?: Turn
  /** Statuses handed to the caller beside 2xx; all others are faults. */
  accept_statuses?: readonly number[]
  signal?: AbortSignal
}

export interface StreamRequest extends OutboundRequest {
  /** How long the upstream may fall silent within the body; `timeout_ms` ends with the headers. */
  idle_ms: number
}

/** Lower-case names; a repeated header is joined with commas. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>

interface AnswerHead {
  status: number
  headers: AnswerHeaders
  /** Where the answer came from, after redirects. */
  url: URL
}

export interface OutboundAnswer extends AnswerHead {
  bytes(): Buffer
  text(): string
  /** The parsed body. Throws a `bad_answer` fault when it is no JSON or not of this shape. */
  json<S extends z.core.$ZodType>(schema: S): z.output<S>
}

export interface HeldAnswer extends AnswerHead {
  /** Decoded. The caller releases it. */
  body: HeldBody
}

export interface StreamAnswer extends AnswerHead {
  /** Decoded. Fails with an UpstreamFault, or with the signal's reason. The caller reads or destroys it. */
  body: Readable
}

/**
 * A way out to other services. Every failure is an UpstreamFault, except that a caller who aborts gets the
 * signal's own reason. Never to be awaited inside a database transaction; that throws.
 */
export interface Transport {
  /** Sends and reads the whole answer. Its bytes count as held until the end of the turn: parse it at once. */
  send(request: OutboundRequest): Promise<OutboundAnswer>
  /** The same for what may be large: its bytes count as held until the caller releases them. */
  hold(request: OutboundRequest): Promise<HeldAnswer>
  /** Sends and hands over the body as it comes, for what is too large or too slow to hold. */
  stream(request: StreamRequest): Promise<StreamAnswer>
}
