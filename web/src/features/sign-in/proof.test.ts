import { createHash } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { sha256 } from '#lib/sha256.ts'
import { challengeOf, createProof } from './proof.ts'

afterEach(() => vi.unstubAllGlobals())

/** RFC 7636, appendix B. */
const RFC = {
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
}

it('2/4.3 makes the S256 challenge of a verifier', async () => {
  expect(await challengeOf(RFC.verifier)).toBe(RFC.challenge)
})

it('makes the same challenge on plain http, without crypto.subtle', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(await challengeOf(RFC.verifier)).toBe(RFC.challenge)
})

it('makes a new verifier each time, in the form the contract accepts', async () => {
  const [one, other] = [await createProof(), await createProof()]
  expect(one.verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/)
  expect(one.challenge).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(one.verifier).not.toBe(other.verifier)
})

it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 200])('hashes %i bytes as Node does', length => {
  const message = Uint8Array.from({ length }, (_, i) => (i * 37) & 255)
  expect(Buffer.from(sha256(message)).toString('hex')).toBe(
    createHash('sha256').update(message).digest('hex'),
  )
})
