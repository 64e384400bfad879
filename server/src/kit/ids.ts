import { randomBytes } from 'node:crypto'

/** An opaque id such as `d_7Qx…`: unguessable, safe in paths, and its prefix says what it names. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`
}

/** A secret for people's browsers and apps to hold: 256 bits, never stored in the clear. */
export function newSecret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}
