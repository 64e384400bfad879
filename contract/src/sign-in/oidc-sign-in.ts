import { z } from 'zod'
import { DeviceFields, OpaqueId, Time } from '../primitives.ts'
import { defineRoute, type RouteDefinition } from '../route.ts'
import { TokenResponse } from '../sessions/sessions.ts'
import {
  Challenge,
  Linked,
  SIGN_IN_BODY_LIMIT,
  ToolAuthorization,
  ToolConsent,
  Unlinked,
  Verifier,
} from './sign-in-flow.ts'

const common = { spec: '2:4.4', body_limit: SIGN_IN_BODY_LIMIT } as const satisfies Partial<RouteDefinition>
const ofAnybody = { ...common, access: 'public' } as const
const ofUser = { ...common, access: 'user' } as const

/** `start_url` is relative to the server and is opened in a browser. */
export const OidcBegun = z.object({ start_url: z.string(), flow: OpaqueId, expires_at: Time })

export const postOidcBegin = defineRoute({
  ...ofAnybody,
  rate: 'sign_in',
  method: 'POST',
  path: '/api/auth/oidc/begin',
  summary: 'Begin to sign in with the OpenID Connect provider',
  body: z.object({
    client: z.enum(['web', 'mobile']),
    challenge: Challenge,
    invitation: z.string().optional(),
    ...DeviceFields,
  }),
  response: OidcBegun,
  refusals: ['sso_disabled', 'invalid_connect_token', 'unavailable'],
})

export const getOidcStart = defineRoute({
  ...ofAnybody,
  rate: 'sign_in',
  kind: 'page',
  method: 'GET',
  path: '/api/auth/oidc/start',
  summary: 'Go to the provider; works once for each flow',
  query: z.object({ flow: z.string().optional() }),
})

export const getOidcCallback = defineRoute({
  ...ofAnybody,
  kind: 'page',
  method: 'GET',
  path: '/api/auth/oidc/callback',
  summary: 'The provider sends the browser back here',
  query: z.looseObject({}),
})

export const postOidcExchange = defineRoute({
  ...ofAnybody,
  rate: 'sign_in',
  method: 'POST',
  path: '/api/auth/oidc/exchange',
  summary: 'Exchange the code for a session, a link, a test result, or the consent for a tool client',
  body: z.object({ code: z.string(), flow: OpaqueId, verifier: Verifier }),
  response: z.union([
    TokenResponse,
    Linked,
    z.object({ status: z.literal('tested'), message: z.string() }),
    ToolConsent,
  ]),
  refusals: [
    'invalid_flow',
    'sso_disabled',
    'group_required',
    'account_not_linked',
    'identity_conflict',
    'provider_failed',
    'unavailable',
  ],
})

export const postOidcToolBegin = defineRoute({
  ...ofAnybody,
  rate: 'oauth',
  method: 'POST',
  path: '/api/auth/oidc/mcp/begin',
  summary: 'Begin to sign in on the authorization page of a tool client',
  body: z.object({ challenge: Challenge, oauth: ToolAuthorization }),
  response: OidcBegun,
  refusals: ['sso_disabled', 'invalid_request', 'unavailable'],
})

export const postOidcLink = defineRoute({
  ...ofUser,
  rate: 'account',
  method: 'POST',
  path: '/api/auth/oidc/link',
  summary: 'Begin to link an identity of the provider to this account',
  body: z.object({ challenge: Challenge }),
  response: OidcBegun,
  refusals: ['sso_disabled', 'unavailable'],
})

export const OidcIdentities = z.object({
  identities: z.array(z.object({ issuer: z.string(), subject: z.string(), created_at: Time })),
})

export const getOidcIdentities = defineRoute({
  ...ofUser,
  method: 'GET',
  path: '/api/auth/oidc/identities',
  summary: 'The identities that sign in to this account',
  response: OidcIdentities,
})

export const deleteOidcIdentities = defineRoute({
  ...ofUser,
  method: 'DELETE',
  path: '/api/auth/oidc/identities',
  summary: 'Unlink the identities of an issuer',
  body: z.object({ issuer: z.string().min(1) }),
  response: Unlinked,
  refusals: ['forbidden', 'not_found', 'last_method'],
})

/** OpenID Connect Back-Channel Logout 1.0: a form, sent by the provider (C63). */
export const postOidcBackchannelLogout = defineRoute({
  ...ofAnybody,
  spec: '0.8',
  kind: 'page',
  raw_body: true,
  method: 'POST',
  path: '/api/auth/oidc/backchannel-logout',
  summary: 'The provider ends sessions that began there',
  refusals: ['invalid_request'],
})
