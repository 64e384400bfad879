import { z } from 'zod'
import type { OutboundAnswer, OutboundRequest, Transport } from '#kit/outbound.ts'
import type { Connection } from '#ports/instance-connection.ts'

/** The differences between the library managers of the family. */
export interface ServarrProduct {
  /** The product's name. */
  product: string
  /** `appName` values accepted for this kind. */
  apps: readonly string[]
  api: 'api/v3' | 'api/v1'
  /** The `on*` flags of relevant changes; those a version lacks are omitted. */
  events: readonly string[]
  /** Its webhook form treats a warning as a refusal, and a private address as a warning (C34). */
  warns_of_private_addresses: boolean
}

export interface ServarrCall {
  method?: OutboundRequest['method']
  /** Relative to the API: `system/status`. */
  path: string
  query?: OutboundRequest['query']
  json?: unknown
  idempotent?: boolean
  timeout_ms?: number
  max_bytes?: number
  /** Statuses that are valid responses, not faults. */
  accept_statuses?: readonly number[]
  signal?: AbortSignal | undefined
}

const TIMEOUT_MS = 30_000
/** One record, or the response to a change. Whole libraries are read by `eachRecord`, which streams them. */
const RECORD_BYTES = 8 * 1024 * 1024
/** Queues, calendars, the files of one title. */
const LIST_BYTES = 64 * 1024 * 1024

/** The key is sent in a header, never in the address, which would appear in logs. */
export function servarrHeaders({ api_key }: Connection): Record<string, string | undefined> {
  return { accept: 'application/json', 'x-api-key': api_key ?? undefined }
}

export function createServarrClient(internal: Transport, { product, api }: ServarrProduct) {
  function send(connection: Connection, call: ServarrCall): Promise<OutboundAnswer> {
    const { method = 'GET', path, query, json, idempotent, timeout_ms = TIMEOUT_MS, signal } = call
    const { max_bytes = RECORD_BYTES, accept_statuses } = call
    return internal.send({
      upstream: product,
      method,
      url: `${connection.url}/${api}/${path}`,
      headers: servarrHeaders(connection),
      credential: true,
      timeout_ms,
      max_bytes,
      ...(query && { query }),
      ...(json !== undefined && { json }),
      ...(idempotent !== undefined && { idempotent }),
      ...(accept_statuses && { accept_statuses }),
      ...(signal && { signal }),
    })
  }

  return {
    send,
    /** The parsed response; everything but a success of this shape throws UpstreamFault. */
    async get<S extends z.core.$ZodType>(
      schema: S,
      connection: Connection,
      call: ServarrCall,
    ): Promise<z.output<S>> {
      const max_bytes = schema instanceof z.ZodArray ? LIST_BYTES : RECORD_BYTES
      return (await send(connection, { max_bytes, ...call })).json(schema)
    },
  }
}

export type ServarrClient = ReturnType<typeof createServarrClient>
