import * as routes from '@foyer/contract/tool-access/oauth-server'
import { type Binding, bind } from '#http/bind.ts'
import { optional, readForm, required } from './authorize/form-routes.ts'
import type { Grants } from './grants/grants.ts'
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts'
import { OauthError } from './oauth-error.ts'
import { asOauthError } from './oauth-error-routes.ts'
import type { ToolAddresses } from './grants/tool-access.ts'
import type { Clients } from './clients/tool-clients-service.ts'

export interface OauthServerRouteParts {
  clients: Clients
  grants: Grants
  addressesAt(origin: string): ToolAddresses
  has_stable_issuer: boolean
  server_name: string
}

export function oauthServerRoutes(parts: OauthServerRouteParts): Binding[] {
  const { clients, grants, addressesAt, has_stable_issuer, server_name } = parts
  const authorizationServer = (origin: string) =>
    authorizationServerMetadata(addressesAt(origin), has_stable_issuer)
  const protectedResource = (origin: string) => protectedResourceMetadata(addressesAt(origin), server_name)

  function tokensFor(form: URLSearchParams, addresses: ToolAddresses) {
    const grant_type = required(form, 'grant_type')
    if (grant_type !== 'authorization_code' && grant_type !== 'refresh_token')
      throw new OauthError('unsupported_grant_type', 'Use authorization_code or refresh_token.')
    const client_id = required(form, 'client_id')
    const resource = optional(form, 'resource')
    if (grant_type === 'authorization_code') {
      const code = required(form, 'code')
      const redirect_uri = required(form, 'redirect_uri')
      const code_verifier = required(form, 'code_verifier')
      return grants.exchange({ code, client_id, redirect_uri, code_verifier, resource }, addresses)
    }
    const refresh_token = required(form, 'refresh_token')
    return grants.refresh({ refresh_token, client_id, resource }, addresses)
  }

  return [
    bind(routes.getAuthorizationServer).to(({ facts }) => authorizationServer(facts.origin)),
    bind(routes.getOpenIdConfiguration).to(({ facts }) => authorizationServer(facts.origin)),
    bind(routes.getProtectedResource).to(({ facts }) => protectedResource(facts.origin)),
    bind(routes.getProtectedResourceMcp).to(({ facts }) => protectedResource(facts.origin)),
    bind(routes.postOauthRegister)
      .withErrors(asOauthError)
      .to(({ body }) => clients.register(body)),
    bind(routes.postOauthToken)
      .withErrors(asOauthError)
      .to(({ raw, facts }) => tokensFor(readForm(raw.request, raw.bytes), addressesAt(facts.origin))),
    bind(routes.postOauthRevoke)
      .withErrors(asOauthError)
      .to(async ({ raw }) => {
        const form = readForm(raw.request, raw.bytes)
        await grants.revoke({ token: required(form, 'token'), client_id: required(form, 'client_id') })
        return {}
      }),
  ]
}
