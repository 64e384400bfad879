import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { UpstreamFault } from '#kit/upstream-fault.ts'

export interface BodyLimit {
  upstream: string
  status: number
  max_bytes: number
}

/** What we can undo, and so what we ask for. */
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate'

const DECODERS: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The body without its Content-Encoding. Throws a `bad_answer` fault when that is unknown. */
export function decodeBody(body: Readable, encoding: string | undefined, limit: BodyLimit): Readable {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return body
  const decoder = DECODERS[name]?.()
  if (!decoder) throw badAnswer(limit)
  // The error reaches the reader through the decoder, which pipeline destroys with it.
  return pipeline(body, decoder, () => {})
}

/** Passes chunks on and fails past the limit. `nextChunk` decides how long to wait for each. */
export async function* limited(
  body: Readable,
  limit: BodyLimit,
  nextChunk: <T>(next: Promise<T>) => Promise<T> = next => next,
): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  // Destroyed early it would complain of that, with nobody left to hear it.
  body.on('error', () => {})
  let size = 0
  try {
    for (;;) {
      const { done, value } = await nextChunk(chunks.next())
      if (done) return
      size += value.length
      if (size > limit.max_bytes) throw badAnswer(limit)
      yield value
    }
  } finally {
    body.destroy()
  }
}

/** Reads it all. */
export async function collect(body: Readable, limit: BodyLimit): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of limited(body, limit)) chunks.push(chunk)
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** Refuses a declared length past the limit before reading it. */
export function checkLength(length: string | undefined, limit: BodyLimit): void {
  if (Number(length ?? 0) > limit.max_bytes) throw badAnswer(limit)
}

function badAnswer({ upstream, status }: BodyLimit): UpstreamFault {
  return new UpstreamFault({ upstream, kind: 'bad_answer', status })
}
