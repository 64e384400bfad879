import type { Readable } from 'node:stream'
import type { Transport } from '#kit/outbound.ts'
import type { WireFormat } from './call-plan.ts'
import { createEventStream } from './event-stream.ts'

/** A long answer is a few hundred kilobytes; its stream repeats every word in an envelope. */
const MAX_BYTES = 32 * 1024 * 1024
const MAX_ERROR_BYTES = 64 * 1024

/** Providers explain their refusals in the body. */
const ERROR_STATUSES = Array.from({ length: 200 }, (_, index) => 400 + index)

export interface FetchOptions {
  /** The product's name, for faults and logs. */
  upstream: string
  /** The format of the answers. */
  wire: WireFormat
  /** How long the first byte may take, and each wait after it. */
  silence_ms: number
}

/** `fetch` for the provider libraries, over one of our transports. Fails with an UpstreamFault or the signal's reason. */
export function createTransportFetch(
  transport: Transport,
  { upstream, wire, silence_ms }: FetchOptions,
): typeof globalThis.fetch {
  return async (url, { headers, body, signal } = {}) => {
    const answer = await transport.stream({
      upstream,
      method: 'POST',
      url: url instanceof Request ? url.url : url,
      headers: sendable(headers),
      // The libraries send JSON text.
      body: body as string,
      credential: true,
      // Nothing changes at the provider, so a lost answer is not an unknown outcome.
      idempotent: true,
      accept_statuses: ERROR_STATUSES,
      timeout_ms: silence_ms,
      idle_ms: silence_ms,
      max_bytes: MAX_BYTES,
      ...(signal && { signal }),
    })
    const init = {
      status: answer.status,
      headers: { 'content-type': answer.headers['content-type'] ?? 'text/plain' },
    }
    return answer.status < 400
      ? new Response(webStream(answer.body, wire), init)
      : new Response(await readStart(answer.body), init)
  }
}

/** Without the library's own user agent: providers see ours. */
function sendable(headers: RequestInit['headers']): Record<string, string> {
  const { 'user-agent': _, ...others } = Object.fromEntries(new Headers(headers))
  return others
}

/** Each line as it arrives, in the form that the libraries expect. */
function webStream(body: Readable, wire: WireFormat): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  const events = createEventStream(wire)
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next()
        controller.enqueue(done ? events.end() : events.push(value))
        if (done) controller.close()
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  )
}

/** The beginning of an error body; nothing of one that breaks off, because its status is enough. */
async function readStart(body: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MAX_ERROR_BYTES) break
    }
  } catch {
    return ''
  }
  return Buffer.concat(chunks).toString('utf8', 0, MAX_ERROR_BYTES)
}
