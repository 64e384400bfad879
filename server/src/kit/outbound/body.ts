import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { UpstreamFault } from '#kit/upstream-fault.ts'

export interface BodyLimit {
  upstream: string
  status: number
  max_bytes: number
}

/**
 * How much a compressed body may grow: lists of managers shrink to a tenth or a fortieth, a decompression bomb to a
 * hundred-thousandth. The first bytes are exempt, because small bodies can be very regular.
 */
const MAX_RATIO = 200
const FREE_OF_RATIO = 1024 * 1024

/** The encodings that can be decoded here. */
export const ACCEPTED_ENCODINGS = 'gzip, br, deflate'

const DECODERS: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

export interface DecodedBody {
  body: Readable
  /** The bytes received over the wire so far, if fewer than the decoded ones. */
  wireBytes?: () => number
}

export function isBrotli(encoding: string | undefined): boolean {
  return encoding?.trim().toLowerCase() === 'br'
}

/** The body without its Content-Encoding. Throws a `bad_answer` fault for an unknown encoding. */
export function decodeBody(body: Readable, encoding: string | undefined, limit: BodyLimit): DecodedBody {
  const name = encoding?.trim().toLowerCase() ?? ''
  if (name === '' || name === 'identity') return { body }
  const decoder = DECODERS[name]?.()
  if (!decoder) throw badAnswer(limit)
  // The error reaches the reader through the decoder, which pipeline destroys with it.
  return { body: pipeline(body, decoder, () => {}), wireBytes: () => decoder.bytesWritten }
}

interface LimitOptions {
  wireBytes?: (() => number) | undefined
  /** Limits the wait for each chunk. */
  nextChunk?: <T>(next: Promise<T>) => Promise<T>
}

/** Passes chunks on and fails beyond the limit, or when a compressed body grows too much. */
export async function* limited(
  body: Readable,
  limit: BodyLimit,
  { wireBytes, nextChunk = next => next }: LimitOptions = {},
): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  // A stream destroyed early emits an error that nobody handles.
  body.on('error', () => {})
  let size = 0
  try {
    for (;;) {
      const { done, value } = await nextChunk(chunks.next())
      if (done) return
      size += value.length
      const isBomb = wireBytes && size > FREE_OF_RATIO && size > wireBytes() * MAX_RATIO
      if (isBomb || size > limit.max_bytes) throw badAnswer(limit)
      yield value
    }
  } finally {
    body.destroy()
  }
}

/** Refuses a declared length beyond the limit before reading. */
export function checkLength(length: string | undefined, limit: BodyLimit): void {
  if (Number(length ?? 0) > limit.max_bytes) throw badAnswer(limit)
}

function badAnswer({ upstream, status }: BodyLimit): UpstreamFault {
  return new UpstreamFault({ upstream, kind: 'bad_answer', status })
}
