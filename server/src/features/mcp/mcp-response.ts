import { once } from 'node:events'
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'

/** Ours are set for every response of the server (0.3). */
const NOT_TAKEN_OVER = new Set(['cache-control', 'connection'])

/** Writes a response of the protocol library to the connection. Resolves when all of it is written, or the client left. */
export async function writeResponse(
  response: Response,
  to: ServerResponse,
  { headers, signal }: { headers: OutgoingHttpHeaders; signal: AbortSignal },
): Promise<void> {
  const head: OutgoingHttpHeaders = { ...headers }
  for (const [name, value] of response.headers) if (!NOT_TAKEN_OVER.has(name)) head[name] = value
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (response.body && isStream) {
    to.writeHead(response.status, head)
    to.flushHeaders()
    await writeStream(response.body, to, signal)
  } else {
    const bytes = Buffer.from(await response.arrayBuffer())
    if (bytes.length > 0) head['content-length'] = bytes.length
    to.writeHead(response.status, head)
    to.end(bytes)
  }
}

async function writeStream(
  body: ReadableStream<Uint8Array>,
  to: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      // A client that reads slowly is waited for, until it leaves.
      if (!to.write(part.value)) await once(to, 'drain', { signal }).catch(() => undefined)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    to.end()
  }
}
