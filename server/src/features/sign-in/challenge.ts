import { createHash } from 'node:crypto'
import { equalInConstantTime } from '#kit/crypto.ts'

/** Whether the verifier is the one whose S256 challenge was sent at the beginning (RFC 7636 §4.6). */
export function provesChallenge(challenge: string, verifier: string): boolean {
  return equalInConstantTime(createHash('sha256').update(verifier).digest('base64url'), challenge)
}
