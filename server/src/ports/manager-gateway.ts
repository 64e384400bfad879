import type { Connection } from './instance-connection.ts'

export interface GatewayRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the manager's address, as requested, without a leading slash. */
  path: string
  /** Without the question mark; empty when there is none. */
  query: string
  accept: string
  content_type?: string
  body?: Uint8Array
  timeout_ms: number
  max_bytes: number
}

/** The response body, held in memory and counted until it is released. */
export interface GatewayBody {
  size: number
  /** Its first few bytes. */
  head: Buffer
  /** The whole body in one buffer. */
  bytes(): Buffer
  /**
   * Yields the body in pieces and frees each one when the next is requested. May be called once, and not after
   * `bytes`.
   */
  pieces(): Iterable<Buffer>
  release(): void
}

export interface GatewayAnswer {
  status: number
  /** Empty when the manager sent none. */
  content_type: string
  retry_after?: string
  /** The caller must release it. */
  body: GatewayBody
}

/** Sends one request to a library manager in its own API, with our key and nothing of the caller's credentials. */
export interface ManagerGateway {
  /**
   * Resolves with any status the manager answered. Throws UpstreamFault for a refused key, a redirect, no answer,
   * or an answer larger than `max_bytes`.
   */
  send(connection: Connection, request: GatewayRequest, signal?: AbortSignal): Promise<GatewayAnswer>
}
