import { type JWTPayload, errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/crypto.ts'

export const ACCESS_TOKEN_SECONDS = 3600
/** R13: the minimum lifetime of a refresh token of the old scheme. */
const LEGACY_REFRESH_SECONDS = 24 * 3600
/** Counted as sizes: a cache with a maximum of entries would take the room of all of them at once. */
const REMEMBERED = { maxSize: 10_000, sizeCalculation: () => 1 }
const ALGORITHM = 'HS256'

interface Claims {
  user_id: number
  device_id: string
  expires_at_ms: number
}

export interface AccessTokens {
  mint(user_id: number, device_id: string): Promise<string>
  /** Null for anything but an unexpired access token of this server. Synchronous for a token seen before. */
  read(token: string): Claims | null | Promise<Claims | null>
  /** The device of a refresh token of the old JWT scheme; null for any other token (R13). */
  readLegacyRefresh(token: string): Promise<string | null>
  /** R14: only valid for image relays. It has no expiry of its own and is revoked with its device. */
  mintImageToken(device_id: string): Promise<string>
  /** The device of an image token; null for anything else. Synchronous for a token seen before. */
  readImageToken(token: string): string | null | Promise<string | null>
}

/** Signed with a key derived for this use alone; clients treat the token as opaque (1/4.1). */
export function createAccessTokens(deps: { clock: Clock; box: SecretBox }): AccessTokens {
  const { clock } = deps
  const key = deps.box.deriveKey('access tokens')
  const seen = new LRUCache<string, Claims>(REMEMBERED)
  const seenImages = new LRUCache<string, string>(REMEMBERED)
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  const sign = (payload: JWTPayload) =>
    new SignJWT(payload).setProtectedHeader({ alg: ALGORITHM }).setIssuedAt(seconds())

  async function verified(token: string, scope: string): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: clock.now() })
      return payload['scope'] === scope ? payload : null
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  async function verifyAccess(token: string): Promise<Claims | null> {
    const payload = await verified(token, 'access')
    if (typeof payload?.['did'] !== 'string' || payload.exp === undefined) return null
    const claims = {
      user_id: Number(payload.sub),
      device_id: payload['did'],
      expires_at_ms: payload.exp * 1000,
    }
    seen.set(token, claims)
    return claims
  }

  async function verifyImage(token: string): Promise<string | null> {
    const device_id = (await verified(token, 'images'))?.['did']
    if (typeof device_id !== 'string') return null
    seenImages.set(token, device_id)
    return device_id
  }

  return {
    mint: (user_id, device_id) =>
      sign({ scope: 'access', did: device_id })
        .setSubject(String(user_id))
        .setExpirationTime(seconds() + ACCESS_TOKEN_SECONDS)
        .sign(key),
    read(token) {
      const known = seen.get(token)
      if (!known) return verifyAccess(token)
      return known.expires_at_ms > clock.now().getTime() ? known : null
    },
    async readLegacyRefresh(token) {
      const payload = await verified(token, 'refresh')
      const lifetime = (payload?.exp ?? 0) - (payload?.iat ?? 0)
      if (typeof payload?.['did'] !== 'string' || lifetime < LEGACY_REFRESH_SECONDS) return null
      return payload['did']
    },
    mintImageToken: device_id => sign({ scope: 'images', did: device_id }).sign(key),
    readImageToken: token => seenImages.get(token) ?? verifyImage(token),
  }
}
