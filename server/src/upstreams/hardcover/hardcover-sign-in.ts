import { UpstreamFault } from '#kit/upstream-fault.ts'
import type { BookListSignIn, ListTokens } from '#ports/book-list-provider.ts'
import { createDeviceGrant } from '#upstreams/device-grant/device-grant.ts'
import type { IssuedTokens } from '#upstreams/device-grant/device-grant-wire.ts'
import { HARDCOVER, type HardcoverParts } from './hardcover-client.ts'

const SCOPE = 'read:catalog'
const PROVIDER = 'https://api.hardcover.app'
/** The only page people are sent to with a code. */
const PAGE_HOST = 'hardcover.app'

/** Hardcover's device grant for a public app (RFC 8628), with rotating refresh tokens. */
export function createHardcoverSignIn(parts: HardcoverParts & { client_id: string }): BookListSignIn {
  const { external, url, client_id } = parts
  const grant = createDeviceGrant({
    external,
    upstream: HARDCOVER,
    device_url: `${url}/oauth2/device`,
    token_url: `${url}/oauth2/token`,
    client_id,
    scope: SCOPE,
    isTrustedPage: page => isTrustedPage(page, url),
  })

  return {
    begin: grant.begin,
    async redeem(device_code) {
      const answer = await grant.redeem(device_code)
      return answer.state === 'granted' ? { state: 'granted', tokens: tokensOf(answer.tokens) } : answer
    },
    async renew(refresh_token) {
      const answer = await grant.renew(refresh_token)
      if (answer.state === 'granted') return tokensOf(answer.tokens)
      // Only an explicit error with status 400 is final.
      if (answer.status === 400) return null
      throw bad(answer.status)
    },
  }
}

/** Hardcover always sends all three. */
function tokensOf({ access_token, refresh_token, expires_in }: IssuedTokens): ListTokens {
  if (!refresh_token || !expires_in) throw bad(200)
  return { access_token, refresh_token, expires_in_ms: expires_in * 1000 }
}

/** A configured replacement of the provider, such as a mirror or a demo, may name any page of its own. */
function isTrustedPage(page: string, url: string): boolean {
  if (!URL.canParse(page)) return false
  const { protocol, hostname } = new URL(page)
  if (url === PROVIDER) return protocol === 'https:' && hostname === PAGE_HOST
  return protocol === 'https:' || protocol === 'http:'
}

function bad(status: number): UpstreamFault {
  return new UpstreamFault({ upstream: HARDCOVER, kind: 'bad_answer', status })
}
