import { z } from 'zod'
import type { OutboundRequest, Transport } from '#kit/outbound.ts'
import { type FaultCategory, UpstreamFault } from '#kit/upstream-fault.ts'

/** Within the limit of the whole test, which the caller enforces (1/I). */
const TIMEOUT_MS = 10_000
const MAX_BYTES = 8 * 1024 * 1024

export interface ProbeRequest {
  upstream: string
  url: string
  method?: 'GET' | 'POST'
  headers?: OutboundRequest['headers']
  query?: OutboundRequest['query']
  json?: unknown
  timeout_ms?: number
  max_bytes?: number
  signal: AbortSignal
}

/**
 * Calls a service that may not be what the admin believes. A page instead of JSON, an unknown path or JSON of another
 * shape is `wrong_service`; invalid JSON and error statuses are passed on.
 */
export async function probe<S extends z.core.$ZodType>(
  transport: Transport,
  { method = 'GET', ...request }: ProbeRequest,
  schema: S,
): Promise<z.output<S>> {
  const { upstream } = request
  const answer = await transport
    .send({
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
      ...request,
      method,
      headers: { accept: 'application/json', ...request.headers },
      // 0.3: never follow a redirect while a key is attached; an address that redirects is not the one to save.
      credential: true,
      idempotent: true,
    })
    .catch((error: unknown) => {
      throw isMissingPath(error) ? mismatch(upstream, 'wrong_service', error) : error
    })
  const type = answer.headers['content-type'] ?? ''
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type)) throw mismatch(upstream, 'wrong_service')
  const parsed = z.safeParse(schema, answer.json(z.unknown()))
  if (!parsed.success) throw mismatch(upstream, 'wrong_service', parsed.error)
  return parsed.data
}

export function isMissingPath(error: unknown): boolean {
  return error instanceof UpstreamFault && (error.status === 404 || error.status === 405)
}

/** A valid response from a different service. */
export function mismatch(
  upstream: string,
  category: Extract<FaultCategory, 'wrong_service' | 'incompatible' | 'unauthorized' | 'invalid_url'>,
  cause?: unknown,
): UpstreamFault {
  return new UpstreamFault({ upstream, kind: 'bad_answer', category, cause })
}

/** `10.9.11` is older than [10, 10]. An unreadable version is judged by other facts. */
export function isOlder(version: string, [major, minor = 0]: readonly [number, number?]): boolean {
  const found = /^v?(\d+)(?:\.(\d+))?/.exec(version)
  if (!found) return false
  const [own, second] = [Number(found[1]), Number(found[2] ?? 0)]
  return own < major || (own === major && second < minor)
}
