/** How this server is registered at an OpenID Connect provider. */
export interface OidcClient {
  issuer: string
  client_id: string
  /** Empty: a public client, which proves itself by PKCE alone. */
  client_secret: string
  /** Whether calls to the provider go through the proxy for external addresses. */
  use_proxy: boolean
}

/** What the provider's description offers. */
export interface OidcDescription {
  issuer: string
  has_user_info: boolean
  has_end_session: boolean
}

/** Values that are made for one sign-in and must come back unchanged. */
export interface OidcSecrets {
  state: string
  nonce: string
  /** The PKCE verifier of this server, which is not the one of its own client. */
  verifier: string
}

export interface OidcReturn extends OidcSecrets {
  /** The registered callback address, exactly as it was sent to the provider. */
  redirect_uri: string
  /** The query with which the provider sent the browser back. */
  query: string
  /** Claims to look up at UserInfo when the ID token lacks one of them. */
  wanted_claims: readonly string[]
}

/** An identity that the provider proved a moment ago. */
export interface ProvedIdentity {
  issuer: string
  subject: string
  /** The `sid` of the provider's session, when it named one. */
  provider_session?: string
  /** The claims of the ID token; UserInfo only adds missing ones. */
  claims: Readonly<Record<string, unknown>>
}

/** A verified logout token (OpenID Connect Back-Channel Logout 1.0). It has a `sid`, a `subject` or both. */
export interface LogoutToken {
  issuer: string
  jti: string
  expires_at: Date
  subject?: string
  provider_session?: string
}

/**
 * - `unreachable`: no usable response; it may work later.
 * - `misconfigured`: the provider's description does not fit the configuration, or it refuses this client.
 * - `refused`: what came back for this sign-in is not proof of anything.
 */
export type OidcFaultKind = 'unreachable' | 'misconfigured' | 'refused'

/** The message names no host, secret or claim and may be shown to admins. */
export class OidcFault extends Error {
  readonly kind: OidcFaultKind

  constructor(kind: OidcFaultKind, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'OidcFault'
    this.kind = kind
  }
}

/** Every failure is an OidcFault. Must not be awaited inside a database transaction. */
export interface OidcProvider {
  /** Reads the provider's description now, never from memory. */
  validate(client: OidcClient): Promise<OidcDescription>
  /** Where the browser goes to sign in. */
  authorizationUrl(
    client: OidcClient,
    request: OidcSecrets & { redirect_uri: string; scopes: readonly string[] },
  ): Promise<string>
  /** Exchanges the provider's code and verifies everything that comes back. */
  finish(client: OidcClient, returned: OidcReturn): Promise<ProvedIdentity>
  /** Where the browser ends the provider's session; undefined when it has no such page or does not answer quickly. */
  endSessionUrl(client: OidcClient, post_logout_redirect_uri: string): Promise<string | undefined>
  verifyLogoutToken(client: OidcClient, logout_token: string): Promise<LogoutToken>
  /** Forgets what was read from the provider; call it when the configuration changes. */
  forget(): void
}
