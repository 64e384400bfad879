import { sha256 } from '#kit/crypto.ts'

const FINGERPRINT_LENGTH = 16
const REFERENCE = /^\[REDACTED release sha256:([0-9a-f]{16})\]$/

/** 2/4.5: release GUIDs often contain an indexer's key, so they leave the server only as this reference. */
export function referenceOf(guid: string): string {
  return `[REDACTED release sha256:${sha256(guid).slice(0, FINGERPRINT_LENGTH)}]`
}

export function isReference(text: string): boolean {
  return REFERENCE.test(text)
}
