import { createHmac } from 'node:crypto'
import { TOOL_SCOPE } from '@foyer/contract/tool-access/oauth-server'
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Clock } from '#kit/clock.ts'
import { equalInConstantTime, type SecretBox } from '#kit/crypto.ts'
import { newSecret } from '#kit/ids.ts'

/** 2/4.5 */
export const ACCESS_SECONDS = 900
const ALGORITHM = 'HS256'
/** Counted as sizes: a cache with a maximum of entries would take the room of all of them at once. */
const REMEMBERED = { maxSize: 10_000, sizeCalculation: () => 1 }

export interface ToolClaims {
  user_id: number
  device_id: string
  client_id: string
  audience: string
  expires_at_ms: number
}

/**
 * The tokens of tool clients. Access tokens have a key of their own, so that neither they nor the tokens of apps are
 * accepted in place of the others (C53).
 */
export function createToolTokens({ clock, box }: { clock: Clock; box: SecretBox }) {
  const key = box.deriveKey('tool access tokens')
  const refreshKey = box.deriveKey('tool refresh tokens')
  const seen = new LRUCache<string, ToolClaims>(REMEMBERED)
  const seconds = () => Math.floor(clock.now().getTime() / 1000)
  const signatureOf = (text: string) => createHmac('sha256', refreshKey).update(text).digest('base64url')

  async function verify(token: string): Promise<ToolClaims | null> {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate: clock.now() })
      const { did, client_id } = payload
      if (typeof did !== 'string' || typeof client_id !== 'string') return null
      if (typeof payload.aud !== 'string' || payload.exp === undefined) return null
      const claims = {
        user_id: Number(payload.sub),
        device_id: did,
        client_id,
        audience: payload.aud,
        expires_at_ms: payload.exp * 1000,
      }
      seen.set(token, claims)
      return claims
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  return {
    mint: ({ user_id, device_id, client_id, audience }: Omit<ToolClaims, 'expires_at_ms'>): Promise<string> =>
      new SignJWT({ scope: TOOL_SCOPE, did: device_id, client_id })
        .setProtectedHeader({ alg: ALGORITHM })
        .setSubject(String(user_id))
        .setAudience(audience)
        .setIssuedAt(seconds())
        // Makes two tokens of the same second differ.
        .setJti(newSecret('j'))
        .setExpirationTime(seconds() + ACCESS_SECONDS)
        .sign(key),

    /** Null for anything but an unexpired access token of a tool client. */
    read(token: string): ToolClaims | null | Promise<ToolClaims | null> {
      const known = seen.get(token)
      if (!known) return verify(token)
      return known.expires_at_ms > clock.now().getTime() ? known : null
    },

    /**
     * A refresh token names its grant and is signed: one that was replaced long ago is recognised as a replay,
     * although only the hashes of the last two are stored.
     */
    mintRefresh(device_id: string): string {
      const text = `${newSecret('tr')}.${device_id}`
      return `${text}.${signatureOf(text)}`
    },

    /** The grant of a refresh token that this server made, whether it is still valid or not. */
    readRefresh(token: string): string | null {
      const [random, device_id, signature, ...rest] = token.split('.')
      if (!random || !device_id || !signature || rest.length > 0) return null
      return equalInConstantTime(signatureOf(`${random}.${device_id}`), signature) ? device_id : null
    },
  }
}

export type ToolTokenMaker = ReturnType<typeof createToolTokens>
