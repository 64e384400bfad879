import * as admin_routes from '@foyer/contract/sign-in/oidc-admin'
import * as routes from '@foyer/contract/sign-in/oidc-sign-in'
import { type Binding, bind } from '#http/bind.ts'
import type { OidcIdentitiesService } from './oidc-identities.ts'

export function oidcIdentityRoutes(identities: OidcIdentitiesService): Binding[] {
  return [
    bind(routes.getOidcIdentities).to(({ caller }) => identities.own(caller.user_id)),
    bind(routes.deleteOidcIdentities).to(async ({ caller, body }) => {
      await identities.unlinkOwn(caller, body.issuer)
      return { status: 'unlinked' }
    }),
    bind(admin_routes.getUserOidc).to(({ params }) => identities.ofUser(params.userID)),
    bind(admin_routes.deleteUserOidc).to(async ({ params, body }) => {
      await identities.unlinkOfUser(params.userID, body.issuer)
      return { status: 'unlinked' }
    }),
  ]
}
