import { createHash } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  clockSkew,
  clockTolerance,
  Configuration,
  customFetch,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  type ServerMetadata,
} from 'openid-client'
import { z } from 'zod'
import { type Clock, systemClock } from '#kit/clock.ts'
import { MINUTE_MS } from '#kit/durations.ts'
import type { Outbound } from '#kit/outbound.ts'
import { createValueCache } from '#kit/value-cache.ts'
import {
  type OidcClient,
  OidcFault,
  type OidcProvider,
  type OidcReturn,
  type ProvedIdentity,
} from '#ports/oidc-provider.ts'
import { authenticationsOf, isClientRefused } from './client-authentication.ts'
import { acceptIssuer } from './oidc-addresses.ts'
import { assertMeantFor, verifyLogoutToken } from './logout-token.ts'
import { createOidcDiscovery, SIGNATURES } from './oidc-discovery.ts'
import { oidcFaultFrom } from './oidc-faults.ts'
import { createOidcFetch } from './oidc-fetch.ts'

/** 2/4.4 */
const SKEW_SECONDS = 60
/** The library counts in whole seconds of its own clock; the exact limit is checked here. */
const LIBRARY_TOLERANCE = SKEW_SECONDS + 5
/** A logout must not wait for a provider that is away. */
const END_SESSION_MS = 1500
const KEYS_KEPT_MS = 5 * MINUTE_MS
/** Tokens with invented keys must not become a flood of calls to the provider. */
const KEYS_AGAIN_MS = 10_000
const KEYS_BYTES = 64 * 1024
/** OpenID Connect Core §2 permits 255 for a subject; some providers are generous. */
const ID_MAX = 1024

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
const RESPONSE_OK = 200

interface KeptKeys {
  keys: JSONWebKeySet
  read_at: number
}

/** OpenID Connect by `openid-client`, over our own transports. */
export function createOidcAdapter({
  outbound,
  clock,
}: {
  outbound: Pick<Outbound, 'external' | 'internal'>
  clock: Clock
}): OidcProvider {
  const described = createOidcDiscovery({ outbound, clock })
  const kept_keys = createValueCache<KeptKeys>({
    name: 'sign-in-provider',
    clock,
    max_bytes: 4 * KEYS_BYTES,
    size_of: () => KEYS_BYTES,
  })

  /** New for each use: the library then reads the keys anew, so a withdrawn or rotated key takes effect at once. */
  function configure(client: OidcClient, found: ServerMetadata, authentication?: ClientAuth): Configuration {
    const issuer = acceptIssuer(client.issuer)
    const skew = Math.round((clock.now().getTime() - systemClock.now().getTime()) / 1000)
    const configuration = new Configuration(
      found,
      client.client_id,
      { [clockSkew]: skew, [clockTolerance]: LIBRARY_TOLERANCE },
      authentication,
    )
    configuration[customFetch] = createOidcFetch(outbound, { issuer, use_proxy: client.use_proxy })
    if (issuer.protocol === 'http:') allowInsecureRequests(configuration)
    // Without this the library trusts the connection and does not verify the signature.
    enableNonRepudiationChecks(configuration)
    return configuration
  }

  async function exchangeCode(client: OidcClient, found: ServerMetadata, returned: OidcReturn) {
    const address = new URL(returned.redirect_uri)
    address.search = returned.query
    const authentications = authenticationsOf(client, found)
    for (let n = 0; ; n += 1) {
      const configuration = configure(client, found, authentications[n])
      try {
        const tokens = await authorizationCodeGrant(configuration, address, {
          pkceCodeVerifier: returned.verifier,
          expectedState: returned.state,
          expectedNonce: returned.nonce,
          idTokenExpected: true,
        })
        return { configuration, tokens }
      } catch (error) {
        if (n + 1 >= authentications.length || !isClientRefused(error)) throw error
      }
    }
  }

  async function prove(client: OidcClient, returned: OidcReturn): Promise<ProvedIdentity> {
    const found = await described.read(client)
    const { configuration, tokens } = await exchangeCode(client, found, returned)
    const id_token = tokens.claims()
    if (!id_token) throw new OidcFault('refused', 'The provider sent no ID token.')
    assertTimely(id_token, clock.now())
    const { sub, iss, sid } = id_token
    if (!isUsable(sub) || (sid !== undefined && !isUsable(sid)))
      throw new OidcFault('refused', 'The subject or the session of the ID token is not usable.')
    const lacks = returned.wanted_claims.some(name => id_token[name] === undefined)
    // Throws when its `sub` is another one.
    const added =
      lacks && found.userinfo_endpoint !== undefined
        ? await fetchUserInfo(configuration, tokens.access_token, sub)
        : {}
    return {
      issuer: iss,
      subject: sub,
      ...(isUsable(sid) && { provider_session: sid }),
      claims: { ...added, ...id_token },
    }
  }

  async function readKeys(client: OidcClient, found: ServerMetadata, fresh: boolean): Promise<JSONWebKeySet> {
    const address = found.jwks_uri ?? ''
    const known = kept_keys.peek(address)
    if (fresh && known && clock.monotonicMs() - known.read_at >= KEYS_AGAIN_MS)
      kept_keys.invalidateKey(address)
    const { keys } = await kept_keys.get(address, { ttl_ms: KEYS_KEPT_MS }, async () => {
      const issuer = acceptIssuer(client.issuer)
      const call = createOidcFetch(outbound, { issuer, use_proxy: client.use_proxy })
      const headers = { accept: 'application/json' }
      const answer = await call(address, { method: 'GET', headers, body: undefined, redirect: 'manual' })
      const parsed = answer.status === RESPONSE_OK ? KeySet.safeParse(await answer.json()) : undefined
      if (!parsed?.success) throw new OidcFault('unreachable', 'The keys of the provider cannot be read.')
      return { keys: parsed.data, read_at: clock.monotonicMs() }
    })
    return keys
  }

  return {
    async validate(client) {
      const found = await described.readNow(client)
      return {
        issuer: found.issuer,
        has_user_info: found.userinfo_endpoint !== undefined,
        has_end_session: found.end_session_endpoint !== undefined,
      }
    },

    async authorizationUrl(client, { redirect_uri, scopes, state, nonce, verifier }) {
      const configuration = configure(client, await described.read(client))
      return buildAuthorizationUrl(configuration, {
        redirect_uri,
        scope: scopes.join(' '),
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }).href
    },

    finish: (client, returned) =>
      prove(client, returned).catch((error: unknown) => {
        throw oidcFaultFrom(error, 'refused')
      }),

    async endSessionUrl(client, post_logout_redirect_uri) {
      const ending = new AbortController()
      const found = await Promise.race([
        described.read(client).catch(() => undefined),
        clock.sleep(END_SESSION_MS, ending.signal).catch(() => undefined),
      ])
      ending.abort()
      if (found?.end_session_endpoint === undefined) return undefined
      return buildEndSessionUrl(configure(client, found), { post_logout_redirect_uri }).href
    },

    async verifyLogoutToken(client, logout_token) {
      try {
        assertMeantFor(client, logout_token)
        const found = await described.read(client)
        return await verifyLogoutToken(logout_token, {
          issuer: found.issuer,
          client_id: client.client_id,
          signatures: found.id_token_signing_alg_values_supported ?? SIGNATURES,
          skew_seconds: SKEW_SECONDS,
          clock,
          readKeys: fresh => readKeys(client, found, fresh),
        })
      } catch (error) {
        throw oidcFaultFrom(error, 'refused')
      }
    },

    forget() {
      described.forget()
      kept_keys.invalidateAll()
    },
  }
}

/** It is stored: PostgreSQL cannot store U+0000, and nothing readable has control characters. */
function isUsable(id: unknown): id is string {
  return typeof id === 'string' && id !== '' && id.length <= ID_MAX && !/\p{Cc}/u.test(id)
}

function assertTimely({ exp, iat, nbf }: IDToken, now: Date): void {
  const seconds = now.getTime() / 1000
  if (exp <= seconds - SKEW_SECONDS) throw new OidcFault('refused', 'The ID token has expired.')
  const from = Math.max(iat, typeof nbf === 'number' ? nbf : iat)
  if (from >= seconds + SKEW_SECONDS) throw new OidcFault('refused', 'The ID token is from the future.')
}
