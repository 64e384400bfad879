import type { RouteResult } from '@foyer/contract/route'
import type { getInviteIdentities } from '@foyer/contract/sign-in/invite-sign-in'
import type { getAuthStatus, User } from '@foyer/contract/sessions/sessions'
import type { getOidcIdentities } from '@foyer/contract/sign-in/oidc-sign-in'
import { PRODUCT_NAMES } from '#lib/product-names.ts'
import { plexAccountText } from '../plex/plex-account.ts'

type OidcIdentity = RouteResult<typeof getOidcIdentities>['identities'][number]
type PlexIdentity = RouteResult<typeof getInviteIdentities>['identities'][number]

/** An account elsewhere that signs somebody in. One issuer is one entry, because it is unlinked as a whole (2/4.4). */
export interface Identity {
  kind: 'oidc' | 'plex'
  /** The issuer, or the account's id. */
  id: string
  name: string
  /** Plex: whose account it is. Empty when nothing is known. */
  account?: string
  created_at: string
}

/** The host of an issuer with its path, which tells several realms of one host apart. */
export function issuerName(issuer: string): string {
  const url = URL.parse(issuer)
  return url ? `${url.host}${url.pathname.replace(/\/$/, '')}` : issuer
}

export function identitiesOf(oidc: readonly OidcIdentity[], plex: readonly PlexIdentity[]): Identity[] {
  const issuers = new Map<string, Identity>()
  for (const { issuer, created_at } of oidc)
    if (!issuers.has(issuer))
      issuers.set(issuer, { kind: 'oidc', id: issuer, name: issuerName(issuer), created_at })
  return [
    ...issuers.values(),
    ...plex.map(one => ({
      kind: 'plex' as const,
      id: one.invite_account_id,
      name: PRODUCT_NAMES.invite_server,
      account: plexAccountText(one),
      created_at: one.created_at,
    })),
  ]
}

/** Whether this account has accounts elsewhere, or can link one: a method of this kind is offered, or one is linked. */
export function hasIdentities(
  { sso_linked, invite_linked }: Pick<User, 'sso_linked' | 'invite_linked'>,
  {
    sso_available,
    login_methods,
  }: Pick<RouteResult<typeof getAuthStatus>, 'sso_available' | 'login_methods'>,
): boolean {
  return (sso_available || login_methods.includes('invite_server') || sso_linked || invite_linked) ?? false
}
