import { z } from 'zod'
import { NumericIdParam } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { OidcBegun, OidcIdentities } from './oidc-sign-in.ts'
import { Challenge, SIGN_IN_BODY_LIMIT, Unlinked } from './sign-in-flow.ts'

const ofAdmin = {
  spec: '2:4.4',
  access: 'admin',
  permission: 'users:manage',
  body_limit: SIGN_IN_BODY_LIMIT,
} as const satisfies Partial<RouteDefinition>

const OidcFields = {
  enabled: z.boolean(),
  label: z.string().max(80),
  issuer: z.string(),
  client_id: z.string(),
  additional_scopes: z.array(z.string()).max(30),
  allowed_groups: z.array(z.string()).max(100),
  group_claim: z.string(),
  auto_create: z.boolean(),
  sso_only: z.boolean(),
  use_proxy: z.boolean(),
}

const OidcConfig = z.object({
  ...OidcFields,
  has_secret: z.boolean(),
  callback_url: z.string(),
  tested: z.boolean(),
})
export type OidcConfig = z.infer<typeof OidcConfig>

/** `client_secret`: omitted or null keeps the stored one, "" clears it. */
const OidcChange = z.object({ ...OidcFields, client_secret: z.string().nullable() }).partial()
export type OidcChange = z.infer<typeof OidcChange>

export const getOidcConfig = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/oidc',
  summary: 'The OpenID Connect provider, without its secret, and the exact callback address',
  response: OidcConfig,
})

export const putOidcConfig = defineRoute({
  ...ofAdmin,
  method: 'PUT',
  path: '/api/admin/oidc',
  summary: 'Change the provider; every save voids sign-ins that are under way',
  body: OidcChange,
  response: OidcConfig,
  refusals: [
    'external_address_required',
    'secret_required',
    'test_required',
    'local_admin_required',
    'last_method',
  ],
})

export const postOidcValidate = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/oidc/validate',
  summary: "Read the provider's description with the saved configuration",
  body: z.object({}),
  response: z.object({ status: z.literal('valid'), message: z.string() }),
  refusals: ['oidc_invalid', 'provider_failed'],
})

export const postOidcTest = defineRoute({
  ...ofAdmin,
  method: 'POST',
  path: '/api/admin/oidc/test',
  summary: 'Begin a whole sign-in at the provider that writes nothing',
  body: z.object({ challenge: Challenge }),
  response: OidcBegun,
  refusals: ['oidc_invalid', 'unavailable'],
})

export const getUserOidc = defineRoute({
  ...ofAdmin,
  method: 'GET',
  path: '/api/admin/users/{userID}/oidc',
  summary: "The identities that sign in to a user's account",
  params: z.object({ userID: NumericIdParam }),
  response: OidcIdentities,
  refusals: ['not_found'],
})

export const deleteUserOidc = defineRoute({
  ...ofAdmin,
  method: 'DELETE',
  path: '/api/admin/users/{userID}/oidc',
  summary: 'Unlink the identities of one issuer or all, and end the sessions that began with them',
  params: z.object({ userID: NumericIdParam }),
  body: z.object({ issuer: z.string().optional() }),
  response: Unlinked,
  refusals: ['not_found', 'last_method'],
})
