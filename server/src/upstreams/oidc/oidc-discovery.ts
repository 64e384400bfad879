import { allowInsecureRequests, customFetch, discovery, type ServerMetadata } from 'openid-client'
import type { Clock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Outbound } from '#kit/outbound.ts'
import { createValueCache } from '#kit/value-cache.ts'
import { type OidcClient, OidcFault } from '#ports/oidc-provider.ts'
import { acceptIssuer, assertSafeEndpoint } from './oidc-addresses.ts'
import { oidcFaultFrom } from './oidc-faults.ts'
import { createOidcFetch } from './oidc-fetch.ts'

const KEPT_MS = 10 * MINUTE_MS
/** One provider; while it is being replaced, two. */
const MAX_ENTRIES = 4
const ASSUMED_BYTES = 16 * 1024

/** Signatures that only the provider can make. With `none` or a shared secret anybody else could (RFC 8725 §3.1). */
export const SIGNATURES: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
]

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const
const OPTIONAL_ENDPOINTS = ['userinfo_endpoint', 'end_session_endpoint'] as const

/** Reads a provider's description and keeps it for a while. A failure is never kept. */
export function createOidcDiscovery({
  outbound,
  clock,
}: {
  outbound: Pick<Outbound, 'external' | 'internal'>
  clock: Clock
}) {
  const kept = createValueCache<ServerMetadata>({
    name: 'sign-in-provider',
    clock,
    max_bytes: MAX_ENTRIES * ASSUMED_BYTES * 2,
    max_entries: MAX_ENTRIES,
    size_of: () => ASSUMED_BYTES,
  })

  async function readNow({ issuer, client_id, use_proxy }: OidcClient): Promise<ServerMetadata> {
    const url = acceptIssuer(issuer)
    try {
      const configuration = await discovery(url, client_id, undefined, undefined, {
        [customFetch]: createOidcFetch(outbound, { issuer: url, use_proxy }),
        ...(url.protocol === 'http:' && { execute: [allowInsecureRequests] }),
      })
      return accept(configuration.serverMetadata(), issuer, url)
    } catch (error) {
      throw oidcFaultFrom(error, 'misconfigured')
    }
  }

  return {
    readNow,
    read: (client: OidcClient): Promise<ServerMetadata> =>
      kept.get(`${client.use_proxy} ${client.issuer}`, { ttl_ms: KEPT_MS }, () => readNow(client)),
    forget: () => kept.invalidateAll(),
  }
}

/** Refuses a description that would fail later, or that permits what must not be permitted. */
function accept(found: ServerMetadata, configured: string, issuer: URL): ServerMetadata {
  // The library tolerates other issuers for some products, and a slash more or less. Identities are found by the
  // issuer, so it must be this one in every character.
  if (found.issuer !== configured)
    throw new OidcFault('misconfigured', 'The provider describes itself with another issuer.')
  for (const name of ENDPOINTS) {
    const address = found[name]
    if (address === undefined)
      throw new OidcFault('misconfigured', `The provider does not describe its ${name}.`)
    assertSafeEndpoint(address, issuer)
  }
  for (const name of OPTIONAL_ENDPOINTS) {
    const address = found[name]
    if (address !== undefined) assertSafeEndpoint(address, issuer)
  }
  if (textsIn(found.code_challenge_methods_supported)?.includes('S256') === false)
    throw new OidcFault('misconfigured', 'The provider does not support PKCE with S256.')
  const signatures = signaturesIn(found.id_token_signing_alg_values_supported)
  if (signatures?.length === 0)
    throw new OidcFault('misconfigured', 'The provider does not sign with a key of its own.')
  const authentications = textsIn(found.token_endpoint_auth_methods_supported)
  const {
    id_token_signing_alg_values_supported: _signed,
    token_endpoint_auth_methods_supported: _,
    ...rest
  } = found
  return {
    ...rest,
    ...(signatures && { id_token_signing_alg_values_supported: signatures }),
    ...(authentications && { token_endpoint_auth_methods_supported: authentications }),
    userinfo_signing_alg_values_supported: signaturesIn(found.userinfo_signing_alg_values_supported) ?? [],
  }
}

/** The library checks the types of few fields. */
function textsIn(list: unknown): string[] | undefined {
  return Array.isArray(list) ? list.filter(one => typeof one === 'string') : undefined
}

function signaturesIn(list: unknown): string[] | undefined {
  return textsIn(list)?.filter(name => SIGNATURES.includes(name))
}
