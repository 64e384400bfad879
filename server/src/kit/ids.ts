import { randomBytes } from 'node:crypto'

/** An opaque id such as `d_7Qx…`: unguessable, safe in paths, with a prefix for its kind. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`
}

/** A secret for browsers and apps: 256 bits, never stored in the clear. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}
