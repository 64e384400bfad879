import type { Ready } from '#kit/ready.ts'
import { Refusal } from '#kit/refusal.ts'

const WEBP_AT = 8

type Signature = { type: string; at: number; bytes: Buffer }

/** The types by their first bytes; file names and headers cannot be trusted. */
const SIGNATURES: readonly Signature[] = [
  { type: 'image/jpeg', at: 0, bytes: Buffer.from([0xff, 0xd8, 0xff]) },
  { type: 'image/png', at: 0, bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) },
  { type: 'image/gif', at: 0, bytes: Buffer.from('GIF87a') },
  { type: 'image/gif', at: 0, bytes: Buffer.from('GIF89a') },
  { type: 'image/webp', at: WEBP_AT, bytes: Buffer.from('WEBP') },
]

/** The type of a JPEG, PNG, WebP or GIF; null for everything else, including SVG. */
export function rasterType(bytes: Buffer): string | null {
  const found = SIGNATURES.find(one => bytes.subarray(one.at, one.at + one.bytes.length).equals(one.bytes))
  if (found?.type === 'image/webp' && bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  return found?.type ?? null
}

/**
 * A relayed picture; null: there is none. The type is detected from the bytes and never taken from whoever sent them, so
 * that a relay cannot serve a page or a script.
 */
export function readyPicture(bytes: Buffer | null): Ready {
  if (bytes === null) throw new Refusal('not_found')
  const content_type = rasterType(bytes)
  if (content_type === null) throw new Refusal('upstream_failed')
  return { bytes, content_type }
}
