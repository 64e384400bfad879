import * as routes from '@foyer/contract/sign-in/oidc-admin'
import { type Binding, bind } from '#http/bind.ts'
import type { OidcConfigService } from './oidc-config-service.ts'

export function oidcConfigRoutes(config: OidcConfigService): Binding[] {
  return [
    bind(routes.getOidcConfig).to(() => config.present()),
    bind(routes.putOidcConfig).to(({ body }) => config.save(body)),
    bind(routes.postOidcValidate).to(() => config.validate()),
  ]
}
