import type { Fixed, Time } from '#db/column-types.ts'

/** Logout tokens that were used; kept until they expire, so that none works twice (C63). */
export interface OidcLogoutTokensTable {
  issuer: Fixed<string>
  jti: Fixed<string>
  expires_at: Fixed<Time>
}

export interface SigninOidcTables {
  oidc_logout_tokens: OidcLogoutTokensTable
}
