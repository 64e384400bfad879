import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { HeldBody } from './held-body.ts'
import type { Turn } from './spacing.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Whether a redirect to this URL may be followed. */
type RedirectRule = 'refuse' | 'same_origin' | ((url: URL) => boolean)

type QueryValue = string | number | boolean | readonly string[] | undefined

export interface OutboundRequest {
  /** The product's name for messages and logs: "Radarr". Never a host. */
  upstream: string
  method: Method
  url: string | URL
  headers?: Record<string, string | undefined>
  /** Added to the query of the URL; undefined values are left out, arrays repeat the name. */
  query?: Record<string, QueryValue>
  json?: unknown
  body?: string | Uint8Array
  /**
   * For one attempt: resolving, connecting, all redirects, headers and (for `send`) the body. Waiting for its turn is
   * not counted.
   */
  timeout_ms: number
  /** For the response body, on the wire and decoded. A body that expands too much is refused earlier. */
  max_bytes: number
  /** Default: refuse. Followed for GET and HEAD only, and at most five times. */
  redirects?: RedirectRule
  /**
   * Whether the request carries a credential; redirects are not followed then. Default: detected from its headers and
   * query.
   */
  credential?: boolean
  /** Whether sending it twice has the same effect as sending it once. Default: GET and HEAD. */
  idempotent?: boolean
  /** Further attempts after 429, 5xx or a lost connection; ignored unless idempotent. Default: 0. */
  retries?: number
  /** False: further attempts after 429 and 5xx only. */
  retry_lost?: boolean
  /** Calls with one key start at least this far apart, in order of arrival, lane by lane. */
  spacing?: Turn
  /** Statuses accepted beside 2xx; all others are faults. */
  accept_statuses?: readonly number[]
  signal?: AbortSignal
}

export interface StreamRequest extends OutboundRequest {
  /** How long the upstream may be silent within the body; `timeout_ms` covers only the headers. */
  idle_ms: number
}

/** Lower-case names; a repeated header is joined with commas. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>

interface AnswerHead {
  status: number
  headers: AnswerHeaders
  /** The address of the response after redirects. */
  url: URL
}

export interface OutboundAnswer extends AnswerHead {
  bytes(): Buffer
  text(): string
  /** The parsed body. Throws a `bad_answer` fault when it is not JSON or does not match the schema. */
  json<S extends z.core.$ZodType>(schema: S): z.output<S>
}

export interface HeldAnswer extends AnswerHead {
  /** Decoded. The caller must release it. */
  body: HeldBody
}

export interface StreamAnswer extends AnswerHead {
  /** Decoded. Fails with an UpstreamFault, or with the signal's reason. The caller must read or destroy it. */
  body: Readable
}

/**
 * Calls other services. Every failure is an UpstreamFault, except that a caller who aborts gets the signal's own
 * reason. Must not be awaited inside a database transaction; that throws.
 */
export interface Transport {
  /**
   * Sends and reads the whole response. Its bytes count as held until the end of the event loop turn: parse it at
   * once.
   */
  send(request: OutboundRequest): Promise<OutboundAnswer>
  /** The same for large responses: the bytes count as held until the caller releases them. */
  hold(request: OutboundRequest): Promise<HeldAnswer>
  /** Sends and passes the body on as it arrives, for responses too large or too slow to hold. */
  stream(request: StreamRequest): Promise<StreamAnswer>
}
