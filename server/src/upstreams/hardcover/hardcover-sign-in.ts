import type { OutboundAnswer } from '#kit/outbound.ts'
import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { BookListSignIn, DeviceAnswer, ListTokens } from '#ports/book-list-provider.ts'
import { HARDCOVER, type HardcoverParts } from './hardcover-client.ts'
import { DeviceBegun, OauthRefusal, IssuedTokens } from './hardcover-wire.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 64 * 1024
const SCOPE = 'read:catalog'
const DEFAULT_INTERVAL_SECONDS = 5
const PROVIDER = 'https://api.hardcover.app'
/** The only page people are sent to with a code. */
const PAGE_HOST = 'hardcover.app'

const DEVICE_STATES: Record<string, Exclude<DeviceAnswer['state'], 'given'>> = {
  authorization_pending: 'pending',
  slow_down: 'slow_down',
  access_denied: 'denied',
  expired_token: 'expired',
}

/** Hardcover's device grant for a public app (RFC 8628), with rotating refresh tokens. */
export function createHardcoverSignIn(parts: HardcoverParts & { client_id: string }): BookListSignIn {
  const { external, url, client_id } = parts

  /** 400 and 401 with an OAuth error are valid responses; everything else is a fault. */
  function post(path: string, fields: Record<string, string>): Promise<OutboundAnswer> {
    return external.send({
      upstream: HARDCOVER,
      method: 'POST',
      url: url + path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({ client_id, ...fields }).toString(),
      credential: true,
      accept_statuses: [400, 401],
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
    })
  }

  return {
    async begin() {
      const answer = await post('/oauth2/device', { scope: SCOPE })
      if (answer.status !== 200) throw bad(answer)
      const begun = answer.json(DeviceBegun)
      if (!isTrustedPage(begun.verification_uri, url)) throw bad(answer)
      return {
        device_code: begun.device_code,
        user_code: begun.user_code,
        verification_uri: begun.verification_uri,
        expires_in_ms: begun.expires_in * 1000,
        interval_seconds: Math.max(1, Math.ceil(begun.interval ?? DEFAULT_INTERVAL_SECONDS)),
      }
    },
    async redeem(device_code) {
      const answer = await post('/oauth2/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code,
      })
      if (answer.status === 200) return { state: 'given', tokens: tokensOf(answer) }
      const { error } = answer.json(OauthRefusal)
      return { state: DEVICE_STATES[error] ?? 'failed' }
    },
    async renew(refresh_token) {
      const answer = await post('/oauth2/token', { grant_type: 'refresh_token', refresh_token })
      if (answer.status === 200) return tokensOf(answer)
      // Only an explicit error with status 400 is final; an error page of a proxy must never disconnect the account.
      if (answer.status === 400) {
        answer.json(OauthRefusal)
        return null
      }
      throw bad(answer)
    },
  }
}

function tokensOf(answer: OutboundAnswer): ListTokens {
  const { access_token, refresh_token, expires_in } = answer.json(IssuedTokens)
  return { access_token, refresh_token, expires_in_ms: expires_in * 1000 }
}

/** A configured replacement of the provider, such as a mirror or a demo, may name any page of its own. */
function isTrustedPage(page: string, url: string): boolean {
  if (!URL.canParse(page)) return false
  const { protocol, hostname } = new URL(page)
  if (url === PROVIDER) return protocol === 'https:' && hostname === PAGE_HOST
  return protocol === 'https:' || protocol === 'http:'
}

function bad({ status }: OutboundAnswer): UpstreamFault {
  return new UpstreamFault({ upstream: HARDCOVER, kind: 'bad_answer', status })
}
