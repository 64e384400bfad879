import type { Connection } from './instance-connection.ts'

export interface GatewayRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the manager's address, as it was asked for, without a slash in front. */
  path: string
  /** Without the question mark; empty when there is none. */
  query: string
  accept: string
  content_type?: string
  body?: Uint8Array
  timeout_ms: number
  max_bytes: number
}

/** What was answered, held in memory and counted until it is released. */
export interface GatewayBody {
  size: number
  /** Its first few bytes. */
  head: Buffer
  /** All of it as one. */
  bytes(): Buffer
  /** One after the other; each is gone when the next one is asked for. Only once, and not after `bytes`. */
  pieces(): Iterable<Buffer>
  release(): void
}

export interface GatewayAnswer {
  status: number
  /** Empty when the manager named none. */
  content_type: string
  retry_after?: string
  /** The caller releases it. */
  body: GatewayBody
}

/** One request to a library manager in its own words, with our key and nothing else of the caller's. */
export interface ManagerGateway {
  /**
   * Resolves with whatever status the manager answered. A refused key, a redirect, silence and an answer
   * past `max_bytes` throw UpstreamFault.
   */
  send(connection: Connection, request: GatewayRequest, signal?: AbortSignal): Promise<GatewayAnswer>
}
