import { createHash } from 'node:crypto'

const DIGEST_BYTES = 32

function digestOf(name: string, bytes: Uint8Array): Buffer {
  return createHash('sha256').update(`${name}\0`).update(bytes).digest()
}

/**
 * The file content of a picture: its bytes followed by a digest, which detects truncated or changed files. The
 * digest includes the name, because some file systems treat `A.jpg` and `a.jpg` as the same file.
 */
export function sealImage(name: string, bytes: Uint8Array): Buffer {
  return Buffer.concat([bytes, digestOf(name, bytes)])
}

/** The picture in a file; null if the file is not what was written for this name. */
export function openImage(name: string, file: Buffer): Buffer | null {
  const bytes = file.subarray(0, Math.max(0, file.length - DIGEST_BYTES))
  const digest = file.subarray(bytes.length)
  return bytes.length > 0 && digest.equals(digestOf(name, bytes)) ? bytes : null
}
