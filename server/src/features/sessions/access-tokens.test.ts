import { randomBytes } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { createTestClock } from '#test/test-clock.ts'
import { createSecretBox } from '#kit/crypto.ts'
import { createAccessTokens } from './access-tokens.ts'

function makeTokens(master: Uint8Array = randomBytes(32)) {
  const clock = createTestClock()
  return { clock, master, tokens: createAccessTokens({ clock, box: createSecretBox(master) }) }
}

describe('access tokens (1/4.1)', () => {
  it('are HS256 with the claims sub, did, scope, iat and exp, an hour apart', async () => {
    const { clock, tokens } = makeTokens()
    const token = await tokens.mint(7, 'd_1')
    const iat = clock.now().getTime() / 1000
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256' })
    expect(decodeJwt(token)).toEqual({ sub: '7', did: 'd_1', scope: 'access', iat, exp: iat + 3600 })
  })

  it('are read at once when seen before, and not a moment after they end', async () => {
    const { clock, tokens } = makeTokens()
    const token = await tokens.mint(7, 'd_1')
    const first = tokens.read(token)
    expect(first).toBeInstanceOf(Promise)
    expect(await first).toMatchObject({ user_id: 7, device_id: 'd_1' })
    expect(tokens.read(token)).toMatchObject({ user_id: 7, device_id: 'd_1' })
    clock.advance(3_600_000)
    expect(await tokens.read(token)).toBeNull()
  })

  it('are worth nothing under another key, and each kind only for its own use', async () => {
    const { tokens } = makeTokens()
    const access = await tokens.mint(7, 'd_1')
    expect(await makeTokens().tokens.read(access)).toBeNull()
    expect(await tokens.readLegacyRefresh(access)).toBeNull()
    const image = await tokens.mintImageToken('d_1')
    expect(await tokens.read(image)).toBeNull()
    expect(await tokens.readLegacyRefresh(image)).toBeNull()
    expect(await tokens.readImageToken(image)).toBe('d_1')
    expect(tokens.readImageToken(image)).toBe('d_1')
    expect(await tokens.readImageToken(access)).toBeNull()
    expect(await makeTokens().tokens.readImageToken(image)).toBeNull()
  })

  it('are read by another process with the same key', async () => {
    const { master, tokens } = makeTokens()
    const token = await tokens.mint(7, 'd_1')
    expect(await makeTokens(master).tokens.read(token)).toMatchObject({ user_id: 7 })
  })
})
