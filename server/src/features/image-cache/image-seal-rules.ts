import { createHash } from 'node:crypto'

const DIGEST_BYTES = 32

function digestOf(name: string, bytes: Uint8Array): Buffer {
  return createHash('sha256').update(`${name}\0`).update(bytes).digest()
}

/**
 * What is written for a picture: its bytes, and a digest behind them that a cut or changed file no longer
 * fits. The name is in it, because some file systems take `A.jpg` and `a.jpg` for one.
 */
export function sealImage(name: string, bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, digestOf(name, bytes)])
}

/** The picture in a file; null when the file is not what was written for this name. */
export function openImage(name: string, file: Buffer): Buffer | null {
  const bytes = file.subarray(0, Math.max(0, file.length - DIGEST_BYTES))
  const digest = file.subarray(bytes.length)
  return bytes.length > 0 && digest.equals(digestOf(name, bytes)) ? bytes : null
}
