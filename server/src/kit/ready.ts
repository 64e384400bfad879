import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A response kept as the bytes to send, so that sending it again needs no serialising. */
export interface Ready {
  readonly bytes: Buffer
  readonly content_type: string
  /** Filled in by the first caller that wants it compressed. */
  gzip?: Buffer
  br?: Buffer
}

type ContentCoding = 'br' | 'gzip'

export interface Encoded {
  bytes: Buffer
  /** Undefined: send without `Content-Encoding`. */
  encoding: ContentCoding | undefined
}

const MIN_COMPRESSED_BYTES = 1024
const COMPRESSIBLE = /^(text\/|application\/(json|javascript|manifest\+json|xml)|image\/svg)/
const brotli = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Serialises once; the value itself is not kept. */
export function readyJson(value: unknown): Ready {
  return { bytes: Buffer.from(JSON.stringify(value)), content_type: 'application/json; charset=utf-8' }
}

export function isReady(value: unknown): value is Ready {
  return (
    typeof value === 'object' &&
    value !== null &&
    'bytes' in value &&
    Buffer.isBuffer(value.bytes) &&
    'content_type' in value &&
    typeof value.content_type === 'string'
  )
}

const underway = new WeakMap<Ready, Partial<Record<ContentCoding, Promise<Buffer>>>>()
const growthListeners = new WeakMap<Ready, () => void>()

/** Notifies the holder of this response when a compressed variant was added. */
export function onGrowth(ready: Ready, listener: () => void): void {
  growthListeners.set(ready, listener)
}

/**
 * The bytes for this `Accept-Encoding`. Synchronous when nothing is left to compress, otherwise a promise; each
 * variant is made once, even for concurrent callers, and kept on `ready`.
 */
export function encoded(ready: Ready, acceptEncoding: string | undefined): Encoded | Promise<Encoded> {
  const encoding = chooseCoding(ready, acceptEncoding)
  if (!encoding) return { bytes: ready.bytes, encoding }
  const bytes = ready[encoding]
  return bytes ? { bytes, encoding } : addVariant(ready, encoding)
}

async function addVariant(ready: Ready, encoding: ContentCoding): Promise<Encoded> {
  const jobs = underway.get(ready) ?? {}
  underway.set(ready, jobs)
  const bytes = await (jobs[encoding] ??= compress(ready.bytes, encoding))
  if (!ready[encoding]) {
    ready[encoding] = bytes
    growthListeners.get(ready)?.()
  }
  return { bytes, encoding }
}

function compress(bytes: Buffer, encoding: ContentCoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(bytes)
  // Quality 5 is close to gzip in time and still smaller; the default of 11 is meant for files on disk.
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return brotli(bytes, { params })
}

function chooseCoding(ready: Ready, acceptEncoding: string | undefined): ContentCoding | undefined {
  if (!acceptEncoding || ready.bytes.length < MIN_COMPRESSED_BYTES) return undefined
  if (!COMPRESSIBLE.test(ready.content_type)) return undefined
  if (accepts(acceptEncoding, 'br')) return 'br'
  return accepts(acceptEncoding, 'gzip') ? 'gzip' : undefined
}

/** RFC 9110 §12.5.3, simplified: named, and not with a weight of zero. */
function accepts(acceptEncoding: string, coding: ContentCoding): boolean {
  for (const part of acceptEncoding.split(',')) {
    const [name, weight] = part.split(';')
    if (name?.trim().toLowerCase() === coding) return !/^\s*q=0(\.0*)?\s*$/i.test(weight ?? '')
  }
  return false
}
