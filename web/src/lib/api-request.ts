import type { RouteDefinition } from '@foyer/contract/route'
import { ApiError, ServerUnreachable } from './api-error.ts'

export type Transport = (url: string, init: RequestInit) => Promise<Response>

/** The parts of a call without their types; `call` has checked them already. */
export interface LooseInput {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  /** Instead of a body: sent as they are. */
  bytes?: Blob
}

/** Relative to the base address: paths in the contract never contain APP_BASE_PATH. */
export function routeUrl(base: string, path: string, input: LooseInput = {}): string {
  const filled = path.replace(/\{(\w+)(\*?)\}/g, (_match, name: string, rest: string) => {
    const value = String(input.params?.[name] ?? '')
    return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)
  })
  const url = new URL(filled.replace(/^\//, ''), base)
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) url.searchParams.append(name, String(one))
    }
  }
  return url.href
}

interface Sending {
  transport: Transport
  base: string
  token?: string | undefined
  signal?: AbortSignal | undefined
}

/** How the body of an answer is read. */
export type ReadBody = (answer: Response) => Promise<unknown>

/** Sends one request, without a retry. Throws ApiError or ServerUnreachable; an abort passes through unchanged. */
export async function send(
  route: RouteDefinition,
  input: LooseInput,
  sending: Sending,
  readBody: ReadBody = readJson,
): Promise<unknown> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (sending.token) headers['Authorization'] = `Bearer ${sending.token}`
  const init: RequestInit = { method: route.method, headers }
  if (input.body !== undefined) {
    headers['Content-Type'] = 'application/json'
    init.body = JSON.stringify(input.body)
  } else if (input.bytes) {
    headers['Content-Type'] = 'application/octet-stream'
    init.body = input.bytes
  }
  if (sending.signal) init.signal = sending.signal
  const answer = await reach(sending, routeUrl(sending.base, route.path, input), init)
  try {
    return await readBody(answer)
  } catch (error) {
    // An answer that nobody waits for any more was cut off here, not by the server.
    if (sending.signal?.aborted && error instanceof ServerUnreachable) throw error.cause
    throw error
  }
}

async function reach({ transport, signal }: Sending, url: string, init: RequestInit): Promise<Response> {
  try {
    return await transport(url, init)
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ServerUnreachable(cause)
  }
}

/** The body of a stream of events. Whatever else arrives is read as JSON, which throws for a refusal. */
export async function readEventStream(answer: Response): Promise<ReadableStream<Uint8Array>> {
  const is_stream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (answer.ok && is_stream && answer.body) return answer.body
  await readJson(answer)
  throw new ServerUnreachable()
}

/** A file as it is. A refusal is read as JSON, which throws. */
export async function readFile(answer: Response): Promise<unknown> {
  if (!answer.ok) return readJson(answer)
  return answer.blob().catch(cause => {
    throw new ServerUnreachable(cause)
  })
}

async function readJson(answer: Response): Promise<unknown> {
  if (answer.status === 204) return undefined
  const text = await answer.text().catch(cause => {
    throw new ServerUnreachable(cause)
  })
  const body = parseObject(text)
  if (answer.ok && body !== undefined) return body
  // All of Foyer's answers are JSON; a proxy's error page or a captive portal is not.
  if (body === undefined && (answer.ok || answer.status >= 500)) throw new ServerUnreachable()
  throw new ApiError(answer.status, body ?? {}, retryAfter(answer))
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function retryAfter(answer: Response): number | undefined {
  const seconds = Number(answer.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}
