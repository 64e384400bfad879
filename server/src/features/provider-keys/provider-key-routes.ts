import * as routes from '@foyer/contract/credentials'
import { type Binding, bind } from '#http/bind.ts'
import type { ProviderKeys } from './provider-key-service.ts'

export function providerKeyRoutes(keys: ProviderKeys): Binding[] {
  return [
    bind(routes.getCredentials).to(() => keys.present()),
    bind(routes.putCredentials).to(({ body, caller, leaving }) =>
      keys.save(body, { caller, signal: leaving() }),
    ),
    bind(routes.deleteCredential).to(async ({ params }) => {
      await keys.forget(params.key)
      return { status: 'deleted' }
    }),
  ]
}
