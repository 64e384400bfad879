import type { CustomFetch } from 'openid-client'
import type { Outbound } from '#kit/outbound.ts'
import { assertSafeEndpoint } from './oidc-addresses.ts'

/** For messages; the provider has no other name here. */
const UPSTREAM = 'The sign-in provider'
const TIMEOUT_MS = 10_000
/** Descriptions, keys and claims are a few kilobytes. */
const MAX_BYTES = 512 * 1024
/** OAuth reports errors with these; everything else that is not 2xx is a fault. */
const OAUTH_ERRORS = [400, 401, 403]
/** The library reads no others; the body is already decoded and measured. */
const PASSED_HEADERS = ['content-type', 'www-authenticate']

/** The library's calls, sent by our own transport: bounded, never redirected, internal unless the proxy is chosen. */
export function createOidcFetch(
  outbound: Pick<Outbound, 'external' | 'internal'>,
  { issuer, use_proxy }: { issuer: URL; use_proxy: boolean },
): CustomFetch {
  const transport = use_proxy ? outbound.external : outbound.internal
  return async (url, { method, headers, body, signal }) => {
    assertSafeEndpoint(url, issuer)
    const answer = await transport.send({
      upstream: UPSTREAM,
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers,
      ...(body !== undefined && body !== null && { body: textOf(body) }),
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_BYTES,
      redirects: 'refuse',
      accept_statuses: OAUTH_ERRORS,
      ...(signal && { signal }),
    })
    const passed = PASSED_HEADERS.flatMap(name => {
      const value = answer.headers[name]
      return value === undefined ? [] : [[name, value] as [string, string]]
    })
    return new Response(new Uint8Array(answer.bytes()), { status: answer.status, headers: passed })
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new TypeError('the library sends forms only')
}
