/** The client keeps the verifier; the server gets its S256 challenge first and compares later (2/4.3). */
export interface Proof {
  verifier: string
  challenge: string
}

const VERIFIER_BYTES = 32

function base64url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Missing on plain http, which many homes use.
  if ('subtle' in crypto) return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const { sha256 } = await import('#lib/sha256.ts')
  return sha256(bytes)
}

export async function challengeOf(verifier: string): Promise<string> {
  return base64url(await digest(new TextEncoder().encode(verifier)))
}

export async function createProof(): Promise<Proof> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)))
  return { verifier, challenge: await challengeOf(verifier) }
}
