import { z } from 'zod'
import { type Clock, iso } from '#kit/clock.ts'
import { DAY_MS, HOUR_MS } from '#kit/durations.ts'
import type { Transport } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { AccountTokens, AccountUsage, ModelAccountProvider } from '#ports/model-account.ts'
import { createDeviceGrant } from '#upstreams/device-grant/device-grant.ts'
import type { IssuedTokens } from '#upstreams/device-grant/device-grant-wire.ts'
import { readClaims } from './token-claims.ts'

/** Messages name no product: the admin decides which provider it is. */
const UPSTREAM = 'The AI provider'
const USAGE_TIMEOUT_MS = 5000
const MAX_USAGE_BYTES = 64 * 1024
const MAX_WINDOWS = 20
/** When neither the answer nor the token says it (ai-providers.md). */
const DEFAULT_LIFETIME_MS = HOUR_MS
const MAX_LIFETIME_MS = 366 * DAY_MS

/** 401 ends a link, too, unless it is about this server's own app (ai-providers.md). */
const ENDING_ERRORS = new Set([
  'invalid_grant',
  'refresh_token_expired',
  'refresh_token_reused',
  'refresh_token_invalidated',
])
const ABOUT_THE_APP = new Set(['invalid_client', 'unauthorized_client'])

interface ModelAccountParts {
  external: Transport
  clock: Clock
  url: string
  client_id: string
  client_secret: string | undefined
  scope: string
  device_path: string
  token_path: string
  /** Where the access tokens are used. */
  api_url: string
  usage_path?: string | undefined
}

/** Accounts at one AI provider: a plain device grant (R8), and what was used of the allowance (C56). */
export function createModelAccount(parts: ModelAccountParts): ModelAccountProvider {
  const { external, clock, url, client_id, api_url, usage_path } = parts
  const isSecure = new URL(url).protocol === 'https:'
  const grant = createDeviceGrant({
    ...parts,
    upstream: UPSTREAM,
    device_url: url + parts.device_path,
    token_url: url + parts.token_path,
    isTrustedPage: page => isPage(page, isSecure),
  })

  function tokensOf({ access_token, refresh_token, id_token, expires_in }: IssuedTokens): AccountTokens {
    const now = clock.now().getTime()
    const of_token = readClaims(access_token).expires_at_ms
    const expires_at = expires_in ? now + expires_in * 1000 : (of_token ?? now + DEFAULT_LIFETIME_MS)
    const { email, plan_type } = readClaims(id_token)
    return {
      access_token,
      refresh_token: refresh_token ?? null,
      expires_at: iso(Math.min(expires_at, now + MAX_LIFETIME_MS)),
      email,
      plan_type,
    }
  }

  async function readUsage(path: string, access_token: string): Promise<AccountUsage[]> {
    const answer = await external.send({
      upstream: UPSTREAM,
      method: 'GET',
      url: api_url + path,
      headers: { authorization: `Bearer ${access_token}`, accept: 'application/json' },
      timeout_ms: USAGE_TIMEOUT_MS,
      max_bytes: MAX_USAGE_BYTES,
    })
    return answer.json(Usage).windows
  }

  return {
    issued_by: [new URL(url).origin, new URL(api_url).origin, client_id].join(' '),
    begin: grant.begin,
    async redeem(device_code) {
      const answer = await grant.redeem(device_code)
      return answer.state === 'granted' ? { state: 'granted', tokens: tokensOf(answer.tokens) } : answer
    },
    async renew(refresh_token) {
      const answer = await grant.renew(refresh_token)
      if (answer.state === 'granted') return tokensOf(answer.tokens)
      const { status, error } = answer
      if (ENDING_ERRORS.has(error) || (status === 401 && !ABOUT_THE_APP.has(error))) return null
      throw new UpstreamFault({ upstream: UPSTREAM, kind: 'bad_answer', status })
    },
    usage: usage_path === undefined ? null : token => readUsage(usage_path, token),
  }
}

const Usage = z.object({
  windows: z
    .array(
      z
        .object({
          label: z.string().max(100),
          used_percent: z.number(),
          resets_at: z.iso.datetime({ offset: true }).nullish().catch(null),
        })
        .transform(({ label, used_percent, resets_at }) => ({
          label,
          used_percent,
          ...(resets_at && { resets_at: iso(new Date(resets_at)) }),
        })),
    )
    .max(MAX_WINDOWS),
})

/** Over https, as the provider itself; a provider on the local network may have neither. */
function isPage(page: string, isSecure: boolean): boolean {
  if (!URL.canParse(page)) return false
  const { protocol } = new URL(page)
  return protocol === 'https:' || (protocol === 'http:' && !isSecure)
}
